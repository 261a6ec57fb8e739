import { isId } from "@lintel/contract";
import { type Attrs, type MarkSpec, type NodeSpec, Schema } from "prosemirror-model";
import { isAllowedImageUrl, isAllowedLinkUrl } from "./allowed-urls.js";

// The names and attributes are those of TipTap 3's extensions, so an editor built from them reads and
// writes this JSON unchanged. Where the two differ, the README lists the option the editor has to set.

export const LANGUAGE = /^[\p{L}\p{N}_+#.:/@-]{1,50}$/u;
export const FOOTNOTE_LABEL = /^[\p{L}\p{N}_.:+-]{1,64}$/u;
export const ALIGNMENTS = ["left", "center", "right"] as const;
/** CommonMark reads at most nine digits before the dot of a list item. */
export const LARGEST_START = 999_999_999;

function attribute(isValid: (value: unknown) => boolean, wanted: string) {
  return {
    validate(value: unknown) {
      if (!isValid(value)) throw new RangeError(`${shown(value)} is not ${wanted}`);
    },
  };
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

const matching = (pattern: RegExp) => (value: unknown) => typeof value === "string" && pattern.test(value);
const orNull = (isValid: (value: unknown) => boolean) => (value: unknown) => value === null || isValid(value);
const isText = (value: unknown) => typeof value === "string";
const within = (low: number, high: number) => (value: unknown) =>
  typeof value === "number" && Number.isInteger(value) && value >= low && value <= high;

const optionalText = { default: null, ...attribute(orNull(isText), "a text or null") };
const linkUrl = attribute(
  isAllowedLinkUrl,
  "an allowed link: use http, https, mailto, tel, a relative path or a #fragment",
);
const imageUrl = attribute(isAllowedImageUrl, "an allowed image address: use http, https or a relative path");
const label = attribute(
  matching(FOOTNOTE_LABEL),
  "a footnote label: use 1 to 64 letters, digits and _ . : + -",
);

const cell: NodeSpec = {
  content: "paragraph",
  attrs: {
    align: {
      default: null,
      ...attribute(
        orNull((value) => ALIGNMENTS.some((known) => known === value)),
        "left, center, right or null",
      ),
    },
  },
};

const nodes = {
  doc: { content: "block+ footnotes?" },
  paragraph: { content: "inline*", group: "block" },
  heading: {
    content: "inline*",
    group: "block",
    attrs: { level: { default: 1, ...attribute(within(1, 6), "a heading level from 1 to 6") } },
  },
  blockquote: { content: "block+", group: "block" },
  bulletList: { content: "listItem+", group: "block" },
  orderedList: {
    content: "listItem+",
    group: "block",
    attrs: {
      start: {
        default: 1,
        ...attribute(within(0, LARGEST_START), `a whole number from 0 to ${LARGEST_START}`),
      },
    },
  },
  listItem: { content: "paragraph block*" },
  taskList: { content: "taskItem+", group: "block" },
  taskItem: {
    content: "paragraph block*",
    attrs: {
      checked: { default: false, ...attribute((value) => typeof value === "boolean", "true or false") },
    },
  },
  codeBlock: {
    content: "text*",
    group: "block",
    marks: "",
    code: true,
    attrs: {
      language: {
        default: null,
        ...attribute(
          orNull(matching(LANGUAGE)),
          "a language name of 1 to 50 letters, digits and _ + # . : / @ -",
        ),
      },
    },
  },
  horizontalRule: { group: "block" },
  table: { content: "tableRow+", group: "block" },
  tableRow: { content: "(tableHeader | tableCell)+" },
  tableHeader: cell,
  tableCell: cell,
  text: { group: "inline" },
  image: {
    inline: true,
    group: "inline",
    attrs: {
      src: imageUrl,
      alt: optionalText,
      title: optionalText,
      assetId: {
        default: null,
        ...attribute(
          orNull((value) => isId("asset", value)),
          'an asset id ("ast_...") or null',
        ),
      },
    },
  },
  hardBreak: { inline: true, group: "inline" },
  footnoteReference: { inline: true, group: "inline", attrs: { label } },
  footnotes: { content: "footnote+" },
  // ProseMirror asks for a default where it may have to make a node itself.
  footnote: { content: "paragraph block*", attrs: { label: { default: "1", ...label } } },
} satisfies Record<string, NodeSpec>;

// Of two marks that reach equally far, the earlier one here is the outer one in HTML and markdown.
const marks = {
  link: { attrs: { href: linkUrl, title: optionalText } },
  bold: {},
  italic: {},
  underline: {},
  strike: {},
  subscript: {},
  superscript: {},
  code: { code: true },
} satisfies Record<string, MarkSpec>;

export type NodeName = keyof typeof nodes;
export type MarkName = keyof typeof marks;

export const schema: Schema<NodeName, MarkName> = new Schema({ nodes, marks, topNode: "doc" });

export type DocumentJson = {
  type: string;
  attrs?: Attrs;
  content?: DocumentJson[];
  marks?: { type: string; attrs?: Attrs }[];
  text?: string;
};
