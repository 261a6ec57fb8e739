import { type Author, authors } from "./authors.js";
import { type Category, categories } from "./categories.js";
import { type Landing, landing } from "./landing.js";
import { imagesIn, type Post, readPosts, replaceImages } from "./posts.js";

export { type Tag, type Tone, tags, tones } from "./options.js";
export type { Author, Category, Landing, Post };
export { replaceImages };

export interface Magazine {
  authors: readonly Author[];
  categories: readonly Category[];
  /** Oldest first. */
  posts: readonly Post[];
  landing: Landing;
  /** Every image that the rest refers to, once; draw each with `renderImage`. */
  images: readonly string[];
}

/** The whole material of the sample workspace, read from disk and checked. */
export function readMagazine(): Magazine {
  const posts = readPosts();
  const images = new Set([
    landing.heroImage,
    ...authors.map((author) => author.portrait),
    ...posts.flatMap((post) => [post.cover, ...imagesIn(post.body)]),
  ]);
  return { authors, categories, posts, landing, images: [...images] };
}
