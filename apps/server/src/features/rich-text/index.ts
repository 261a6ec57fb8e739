import type { AssetId } from "@lintel/contract";
import type { Node } from "prosemirror-model";
import { checkDocument } from "./check-document.js";
import { checkCharacters, kindOf } from "./check-text.js";
import { LARGEST_INPUT, RichTextError } from "./limits.js";
import { checkSize } from "./measure-document.js";
import { normaliseDocument } from "./normalise-document.js";
import { assetIdsOf, plainText, showsNothing } from "./plain-text.js";
import { readHtml } from "./read-html.js";
import { readMarkdown } from "./read-markdown.js";
import type { DocumentJson } from "./schema.js";
import { writeHtml } from "./write-html.js";
import { writeMarkdown } from "./write-markdown.js";

export type { DocumentJson } from "./schema.js";

/** A canonical document and what is derived from it. */
export type RichText = {
  /** ProseMirror JSON: the source of the others, and the only form that says everything. */
  doc: DocumentJson;
  /** Safe to insert into a page. Read back, it is the same document. */
  html: string;
  markdown: string;
  /** The words alone, a line a block. */
  text: string;
  assetIds: AssetId[];
};

export type ParsedRichText = { ok: true; value: RichText } | { ok: false; message: string };

/**
 * Reads markdown (a bare string, or `{ markdown }`), `{ html }`, or `{ doc }` (ProseMirror JSON). Several
 * members may come together, as we hand them out: `doc` then decides, and `html` and `markdown` have to agree.
 */
export function parseRichText(input: unknown): ParsedRichText {
  try {
    return { ok: true, value: derive(normaliseDocument(read(input))) };
  } catch (error) {
    if (error instanceof RichTextError) return { ok: false, message: error.message };
    throw error;
  }
}

/** Whether it shows nothing: no word, no image, no rule. */
export function isEmpty(value: RichText): boolean {
  return showsNothing(value.doc);
}

function derive(doc: Node): RichText {
  checkSize(doc);
  doc.check();
  return {
    doc: doc.toJSON(),
    html: writeHtml(doc),
    markdown: writeMarkdown(doc),
    text: plainText(doc),
    assetIds: assetIdsOf(doc),
  };
}

const FORMS = ["doc", "html", "markdown"];
const WANTED = "Give a text (markdown), or an object with one of: doc, html, markdown.";

function read(input: unknown): Node {
  if (typeof input === "string") return readMarkdown(checkSource(input, "markdown"));
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    throw new RichTextError(`Rich text cannot be ${kindOf(input)}. ${WANTED}`);
  }
  const unknown = Object.keys(input).find((key) => !FORMS.includes(key));
  if (unknown !== undefined) {
    throw new RichTextError(`Unknown member ${JSON.stringify(unknown.slice(0, 60))} in rich text. ${WANTED}`);
  }
  const { doc, html, markdown }: { doc?: unknown; html?: unknown; markdown?: unknown } = input;
  if (doc !== undefined) return checkDocument(doc);
  if (html !== undefined && markdown !== undefined) return readBoth(html, markdown);
  if (html !== undefined) return readHtml(checkSource(html, "html"));
  if (markdown !== undefined) return readMarkdown(checkSource(markdown, "markdown"));
  throw new RichTextError(`Rich text is empty. ${WANTED}`);
}

/** HTML says more than markdown, so it decides; but if one was edited, choosing would lose the edit in silence. */
function readBoth(html: unknown, markdown: unknown): Node {
  const fromHtml = readHtml(checkSource(html, "html"));
  const fromMarkdown = readMarkdown(checkSource(markdown, "markdown"));
  if (writeMarkdown(normaliseDocument(fromHtml)) !== writeMarkdown(normaliseDocument(fromMarkdown))) {
    throw new RichTextError(
      "`html` and `markdown` say different things. Send only the one that you changed.",
    );
  }
  return fromHtml;
}

function checkSource(source: unknown, name: string): string {
  if (typeof source !== "string")
    throw new RichTextError(`${name}: a text is needed, this is ${kindOf(source)}.`);
  if (source.length > LARGEST_INPUT) {
    throw new RichTextError(
      `${name}: ${source.length} characters. At most ${LARGEST_INPUT} are allowed; split it.`,
    );
  }
  checkCharacters(source, name);
  // A byte order mark belongs to the file the text came from.
  return source.replace(/^\ufeff/, "");
}
