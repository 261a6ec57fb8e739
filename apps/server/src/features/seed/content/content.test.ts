import { describe, expect, it } from "vitest";
import { palettes } from "../images/palettes.js";
import { describeImage } from "../images/render-image.js";
import { parseFrontMatter } from "./front-matter.js";
import { readMagazine, replaceImages, tags, tones } from "./index.js";

const { authors, categories, posts, landing, images } = readMagazine();

describe("the sample magazine", () => {
  it("has at least forty posts of three hundred words and more", () => {
    const long = posts.filter((post) => prose(post.body).split(/\s+/).filter(Boolean).length >= 300);
    expect(long.length).toBeGreaterThanOrEqual(40);
    expect(posts.filter((post) => !long.includes(post)).map((post) => post.slug)).toEqual([]);
  });

  it("gives every entry a slug of its own", () => {
    for (const group of [posts, authors, categories]) {
      const slugs = group.map((entry) => entry.slug);
      expect(new Set(slugs).size).toBe(slugs.length);
    }
  });

  it("refers only to posts, authors, categories and images that exist", () => {
    const known = { posts: slugSet(posts), authors: slugSet(authors), categories: slugSet(categories) };
    const dangling = posts.flatMap((post) => [
      ...(known.authors.has(post.author) ? [] : [`${post.slug}: author ${post.author}`]),
      ...(known.categories.has(post.category) ? [] : [`${post.slug}: category ${post.category}`]),
      ...post.related
        .filter((to) => !known.posts.has(to) || to === post.slug)
        .map((to) => `${post.slug}: related ${to}`),
    ]);
    expect(dangling).toEqual([]);
    expect([landing.leadPost, ...landing.featuredPosts].filter((slug) => !known.posts.has(slug))).toEqual([]);
    for (const name of images) expect(() => describeImage(name)).not.toThrow();
  });

  it("links only to example hosts and to its own pages", () => {
    const bodies = [
      ...posts.map((post) => post.body),
      ...authors.map((author) => author.bio),
      landing.introduction,
    ];
    const links = [
      ...posts.map((post) => post.sourceLink),
      ...authors.map((author) => author.site),
      landing.callToActionLink,
      ...bodies.flatMap((body) => [...body.matchAll(/\]\((?!image:)([^)]+)\)/g)].map(([, to = ""]) => to)),
    ];
    expect(links.filter((link) => !/^(https:\/\/example\.(com|org)\/|\/[a-z])/.test(link))).toEqual([]);
    const pages = links.flatMap((link) => /^\/posts\/(.+)$/.exec(link)?.[1] ?? []);
    expect(pages.length).toBeGreaterThan(0);
    expect(pages.filter((slug) => !slugSet(posts).has(slug))).toEqual([]);
  });

  it("spreads its dates from January 2025 to October 2026", () => {
    const months = new Set(posts.map((post) => post.publishedDate.slice(0, 7)));
    expect(months.size).toBe(22);
    expect([posts.at(0)?.publishedDate.slice(0, 7), posts.at(-1)?.publishedDate.slice(0, 7)]).toEqual([
      "2025-01",
      "2026-10",
    ]);
    expect(posts.every((post) => !Number.isNaN(Date.parse(post.publishedDate)))).toBe(true);
  });

  it("uses every tag, tone, author and category, and gives each post a cover of its own", () => {
    expect(new Set(posts.flatMap((post) => post.tags)).size).toBe(tags.length);
    expect(new Set(posts.map((post) => post.tone)).size).toBe(tones.length);
    expect(new Set(posts.map((post) => post.author))).toEqual(slugSet(authors));
    expect(new Set(posts.map((post) => post.category))).toEqual(slugSet(categories));
    expect(new Set(posts.map((post) => post.cover)).size).toBe(posts.length);
  });

  it("paints a cover in the palette of its post's category", () => {
    const palette = new Map(categories.map((category) => [category.slug, category.palette]));
    const stray = posts.filter((post) => !post.cover.includes(`-${palette.get(post.category)}-`));
    expect(stray.map((post) => `${post.slug}: ${post.cover}`)).toEqual([]);
    expect(new Set(palette.values()).size).toBe(Object.keys(palettes).length);
  });

  it("shows every kind of block that rich text can hold", () => {
    const kinds = {
      heading: /^##+ /m,
      bullets: /^- (?!\[)/m,
      numbers: /^1\. /m,
      tasks: /^- \[[ x]\] /m,
      table: /^\| --- /m,
      quote: /^> /m,
      code: /^```[a-z]+$/m,
      footnote: /^\[\^\w+\]: /m,
      image: /!\[[^\]]+\]\(image:/,
      rule: /^---$/m,
      link: /(?<!!)\[[^\]^]+\]\(/,
    };
    for (const [kind, pattern] of Object.entries(kinds))
      expect(
        posts.some((post) => pattern.test(post.body)),
        kind,
      ).toBe(true);
  });

  it("says no sentence of more than eight words twice", () => {
    const seen = new Map<string, string>();
    const twice: string[] = [];
    for (const post of posts) {
      for (const sentence of new Set(sentences(`${post.excerpt}\n\n${post.body}`))) {
        const other = seen.get(sentence);
        if (other) twice.push(`${other} and ${post.slug}: ${sentence}`);
        seen.set(sentence, post.slug);
      }
    }
    expect(seen.size).toBeGreaterThan(500);
    expect(twice).toEqual([]);
  });
});

describe("images in a body", () => {
  it("take the address they were given and leave other links alone", () => {
    const body = "See [here](/posts/a) and ![A plan](image:plate-room-plan-rooms).";
    expect(replaceImages(body, (name) => `/assets/${name}.webp`)).toBe(
      "See [here](/posts/a) and ![A plan](/assets/plate-room-plan-rooms.webp).",
    );
  });
});

describe("front matter", () => {
  it("reads text with colons, numbers, booleans and lists", () => {
    const { head, body } = parseFrontMatter(
      "---\ntitle: Lime: a note\nminutes: 3\nfeatured: true\ntags: [A, B]\n---\n\nBody\n",
      "a.md",
    );
    expect(head).toEqual({ title: "Lime: a note", minutes: 3, featured: true, tags: ["A", "B"] });
    expect(body).toBe("Body");
  });

  it("names the file and the line that it cannot read", () => {
    expect(() => parseFrontMatter("---\ntitle\n---\n", "a.md")).toThrow(
      'a.md: cannot read the front matter line "title"',
    );
    expect(() => parseFrontMatter("title: x\n", "b.md")).toThrow("b.md has no front matter");
  });
});

function slugSet(entries: readonly { slug: string }[]): Set<string> {
  return new Set(entries.map((entry) => entry.slug));
}

/** The body without code, table rules, image addresses and markup, so that only words are counted. */
function prose(body: string): string {
  return body
    .replace(/^```.*?^```$/gms, "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[|#>*_`~-]+/g, " ");
}

function sentences(text: string): string[] {
  return prose(text)
    .split(/(?<=[.!?:])\s+|\n\s*\n/)
    .map((sentence) =>
      sentence
        .toLowerCase()
        .replace(/[^\p{L}\p{N} ]+/gu, " ")
        .trim()
        .replace(/\s+/g, " "),
    )
    .filter((sentence) => sentence.split(" ").length > 8);
}
