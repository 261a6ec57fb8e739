import type { Mark, Node } from "prosemirror-model";
import { arrangeMarks, type Part } from "./arrange-marks.js";
import { codeSpan, escapeInline, escapeText, linkTarget } from "./escape-markdown.js";
import { chooseDelimiters } from "./markdown-delimiters.js";
import { type MarkName, schema } from "./schema.js";

/** A line break is a line of its own in a paragraph; a heading and a cell have only one line. */
export type BreakStyle = "newline" | "tag";

const { nodes: types, marks: markTypes } = schema;

const DELIMITERS: Partial<Record<MarkName, string>> = { bold: "**", italic: "*", strike: "~~" };
const TAGS: Partial<Record<MarkName, string>> = {
  bold: "strong",
  italic: "em",
  strike: "s",
  underline: "u",
  subscript: "sub",
  superscript: "sup",
};

export function writeInline(block: Node, breaks: BreakStyle): string {
  if (block.childCount === 0) return "";
  const parts = arrangeMarks(block.children);
  const texts = writeTexts(parts, breaks);
  const usesTag = chooseDelimiters(parts, texts);
  let markdown = "";
  for (let index = 0; index < parts.length; index++) {
    const address = bareAddress(parts, index);
    if (address !== null) index += 2;
    markdown += address ?? texts[index] ?? markMarkdown(parts[index], usesTag.has(index));
  }
  return markdown;
}

/** The markdown of the parts that are nodes; what opens and closes stays undefined. */
function writeTexts(parts: readonly Part[], breaks: BreakStyle): (string | undefined)[] {
  const first = parts.findIndex((part) => part.kind === "node");
  const last = parts.findLastIndex((part) => part.kind === "node");
  let linkDepth = 0;
  return parts.map((part, index) => {
    if (part.kind !== "node") {
      if (part.mark.type === markTypes.link) linkDepth += part.kind === "open" ? 1 : -1;
      return undefined;
    }
    const { node, isCode } = part;
    if (node.text === undefined) return leafMarkdown(node, breaks);
    if (isCode) return codeSpan(node.text);
    const before = parts[index - 1];
    return escapeText(node.text, {
      isLineStart: breaks === "newline" && (before === undefined || isNodeOf(before, types.hardBreak.name)),
      isBlockStart: index === first,
      isBlockEnd: index === last,
      isAfterFootnote: before !== undefined && isNodeOf(before, types.footnoteReference.name),
      isInLink: linkDepth > 0,
    });
  });
}

function isNodeOf(part: Part, name: string): boolean {
  return part.kind === "node" && part.node.type.name === name;
}

function leafMarkdown(node: Node, breaks: BreakStyle): string {
  if (node.type === types.hardBreak) return breaks === "newline" ? "\\\n" : "<br>";
  if (node.type === types.footnoteReference) return `[^${node.attrs.label}]`;
  return `![${escapeInline(node.attrs.alt ?? "")}]${linkTarget(node.attrs.src, node.attrs.title)}`;
}

function markMarkdown(part: Part | undefined, usesTag: boolean): string {
  if (part === undefined || part.kind === "node") return "";
  const isOpen = part.kind === "open";
  const name = nameOf(part.mark);
  if (name === "link") return isOpen ? "[" : `]${linkTarget(part.mark.attrs.href, part.mark.attrs.title)}`;
  const delimiter = DELIMITERS[name];
  if (delimiter !== undefined && !usesTag) return delimiter;
  return isOpen ? `<${TAGS[name]}>` : `</${TAGS[name]}>`;
}

/** A link that shows its own address is `<address>`. */
function bareAddress(parts: readonly Part[], index: number): string | null {
  const [open, text] = [parts[index], parts[index + 1]];
  if (open?.kind !== "open" || open.mark.type !== markTypes.link || open.mark.attrs.title !== null)
    return null;
  if (open.partner !== index + 2 || text?.kind !== "node" || text.isCode) return null;
  const { href } = open.mark.attrs;
  const shown = text.node.text ?? "";
  const isEmail =
    href === `mailto:${shown}` && /^[A-Za-z0-9._+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/.test(shown);
  return isEmail || (href === shown && /^[a-z]{2,}:[^\s<>]+$/.test(shown)) ? `<${shown}>` : null;
}

// The schema is ours, so the names of its marks are exactly this union.
const nameOf = (mark: Mark) => mark.type.name as MarkName;
