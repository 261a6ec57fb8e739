/**
 * Characters of markdown or HTML, or of the texts and attributes of a document: some 45,000 words. Reading takes the
 * event loop about a second a million, and what is read here keeps everyone waiting.
 */
export const LARGEST_INPUT = 300_000;
/** Derived text is larger than its source: escapes, and a prefix a line for every level of nesting. */
export const LARGEST_OUTPUT = 1_200_000;
export const DEEPEST_NESTING = 100;
export const MOST_NODES = 20_000;
export const MOST_TABLE_CELLS = 10_000;
/** Bounds what a line break alone can cost. */
export const MOST_LINES = 20_000;

/** Each may begin a link, so markdown-it looks far ahead of every one. */
export const MOST_BRACKETS = 20_000;

/** Says why a value cannot be rich text; `parseRichText` returns its message. */
export class RichTextError extends Error {}
