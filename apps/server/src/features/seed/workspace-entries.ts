import type { AssetId, EntryId, UserId } from "@lintel/contract";
import { type Magazine, replaceImages } from "./content/index.js";

/** How the texts' names become the ids of what was loaded. */
interface Names {
  asset(image: string): AssetId;
}

export function authorEntries({ authors }: Magazine, { asset }: Names) {
  return authors.map(({ slug, name, role, bio, portrait, site }) => ({
    slug,
    title: name,
    fields: { role, bio: { markdown: bio }, portrait: asset(portrait), site },
  }));
}

export function categoryEntries({ categories }: Magazine) {
  return categories.map(({ slug, name, description }) => ({ slug, title: name, fields: { description } }));
}

export function postEntries(
  { posts }: Magazine,
  names: Names & {
    address(image: string): string;
    author(slug: string): EntryId;
    category(slug: string): EntryId;
    editor: UserId;
  },
) {
  return posts.map((post) => ({
    slug: post.slug,
    title: post.title,
    fields: {
      summary: post.excerpt,
      cover: names.asset(post.cover),
      body: { markdown: replaceImages(post.body, names.address) },
      author: names.author(post.author),
      category: names.category(post.category),
      published_date: post.publishedDate,
      tone: post.tone,
      tags: post.tags,
      featured: post.featured,
      word_count: post.body.match(/\p{L}+/gu)?.length ?? 0,
      reading_minutes: post.readingMinutes,
      source: post.sourceLink,
      edited_by: names.editor,
    },
  }));
}

/** Posts point to one another, so this waits until all are there. */
export function relatedUpdates({ posts }: Magazine, post: (slug: string) => EntryId) {
  return posts
    .filter(({ related }) => related.length > 0)
    .map(({ slug, related }) => ({ slug, fields: { related: related.map(post) } }));
}

export function landingUpdate(
  { landing }: Magazine,
  { asset, post, editor }: Names & { post(slug: string): EntryId; editor: UserId },
) {
  return {
    slug: "landing",
    title: landing.title,
    fields: {
      headline: landing.headline,
      sub_headline: landing.subHeadline,
      introduction: { markdown: landing.introduction },
      hero: asset(landing.heroImage),
      call_to_action: landing.callToActionText,
      call_to_action_link: landing.callToActionLink,
      show_banner: landing.showBanner,
      banner: landing.bannerText,
      launch_date: landing.launchDate,
      issue: landing.issueNumber,
      lead_tone: landing.leadTone,
      topics: landing.topics,
      lead_post: post(landing.leadPost),
      featured_posts: landing.featuredPosts.map(post),
      editor,
    },
  };
}
