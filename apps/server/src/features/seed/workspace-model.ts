import type { TypeInput } from "../model/create-type.js";
import { tags, tones } from "./content/index.js";

/** The content types of the sample workspace, in the order in which they are made: references point back. */
export const workspaceTypes: (TypeInput & { slug: string })[] = [
  {
    name: "Authors",
    slug: "authors",
    kind: "collection",
    fields: [
      { name: "Role", key: "role", type: "text" },
      { name: "Bio", key: "bio", type: "rich_text" },
      { name: "Portrait", key: "portrait", type: "asset" },
      { name: "Site", key: "site", type: "link" },
    ],
  },
  {
    name: "Categories",
    slug: "categories",
    kind: "collection",
    fields: [{ name: "Description", key: "description", type: "text" }],
  },
  {
    name: "Posts",
    slug: "posts",
    kind: "collection",
    fields: [
      // Renamed to "excerpt" once it has values: see `loadDeprecations`.
      { name: "Excerpt", key: "summary", type: "text" },
      { name: "Cover", key: "cover", type: "asset" },
      { name: "Body", key: "body", type: "rich_text" },
      { name: "Author", key: "author", type: "reference", collection: "authors" },
      { name: "Category", key: "category", type: "reference", collection: "categories" },
      { name: "Published date", key: "published_date", type: "date" },
      { name: "Tone", key: "tone", type: "select", options: [...tones] },
      { name: "Tags", key: "tags", type: "multi_select", options: [...tags] },
      { name: "Featured", key: "featured", type: "checkbox" },
      { name: "Word count", key: "word_count", type: "number" },
      { name: "Reading minutes", key: "reading_minutes", type: "number" },
      { name: "Source", key: "source", type: "link" },
      { name: "Edited by", key: "edited_by", type: "person" },
      { name: "Related", key: "related", type: "multi_reference", collection: "posts" },
    ],
  },
  {
    name: "Landing page",
    slug: "landing",
    kind: "map",
    fields: [
      { name: "Headline", key: "headline", type: "text" },
      { name: "Sub-headline", key: "sub_headline", type: "text" },
      { name: "Introduction", key: "introduction", type: "rich_text" },
      { name: "Hero", key: "hero", type: "asset" },
      { name: "Call to action", key: "call_to_action", type: "text" },
      { name: "Call to action link", key: "call_to_action_link", type: "link" },
      { name: "Show banner", key: "show_banner", type: "checkbox" },
      { name: "Banner", key: "banner", type: "text" },
      { name: "Launch date", key: "launch_date", type: "date" },
      { name: "Issue", key: "issue", type: "number" },
      { name: "Lead tone", key: "lead_tone", type: "select", options: [...tones] },
      { name: "Topics", key: "topics", type: "multi_select", options: [...tags] },
      { name: "Lead post", key: "lead_post", type: "reference", collection: "posts" },
      { name: "Featured posts", key: "featured_posts", type: "multi_reference", collection: "posts" },
      { name: "Editor", key: "editor", type: "person" },
    ],
  },
];
