import { readdirSync, readFileSync } from "node:fs";
import { z } from "zod";
import { parseFrontMatter } from "./front-matter.js";
import { tags, tones } from "./options.js";

// `dist/` mirrors `src/`, so this leads to the sources from either; tsc leaves the .md files where they are.
const folder = new URL("../../../../src/features/seed/content/posts/", import.meta.url);

const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

const postSchema = z.strictObject({
  slug,
  title: z.string(),
  excerpt: z.string(),
  author: slug,
  category: slug,
  tags: z.array(z.enum(tags.map((tag) => tag.name))).min(1),
  publishedDate: z.iso.date(),
  featured: z.boolean(),
  readingMinutes: z.int().positive(),
  tone: z.enum(tones.map((tone) => tone.name)),
  cover: z.string(),
  /** An absolute https address, or a path on the magazine's own site. */
  sourceLink: z.string().regex(/^(https:\/\/|\/)\S+$/),
  related: z.array(slug),
  /** Markdown; an image's address is `image:NAME`, to be replaced by the uploaded asset's. */
  body: z.string().min(1),
});

export type Post = z.infer<typeof postSchema>;

/** All posts of the magazine, oldest first. */
export function readPosts(): Post[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".md"))
    .map(readPost)
    .sort((a, b) => a.publishedDate.localeCompare(b.publishedDate) || a.slug.localeCompare(b.slug));
}

function readPost(file: string): Post {
  const { head, body } = parseFrontMatter(readFileSync(new URL(file, folder), "utf8"), file);
  const post = postSchema.safeParse({ ...head, body });
  if (post.success) return post.data;
  const issues = post.error.issues.map(
    (issue) => `${issue.path.join(".") || "front matter"}: ${issue.message}`,
  );
  throw new Error(`${file} is not a post the seed can load. ${issues.join("; ")}`);
}

const imageAddress = /(?<=\]\()image:([a-z0-9-]+)(?=\))/g;

/** Names of the images that a markdown body shows. */
export function imagesIn(markdown: string): string[] {
  return [...markdown.matchAll(imageAddress)].map(([, name = ""]) => name);
}

/** The markdown with each `image:NAME` replaced by the address that the image was given. */
export function replaceImages(markdown: string, addressOf: (name: string) => string): string {
  return markdown.replace(imageAddress, (_, name: string) => addressOf(name));
}
