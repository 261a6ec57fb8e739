import type { Node } from "prosemirror-model";
import { longestRun } from "./escape-markdown.js";
import { LARGEST_OUTPUT, RichTextError } from "./limits.js";
import { LARGEST_START, schema } from "./schema.js";
import { writeInline } from "./write-markdown-inline.js";

const { nodes: types } = schema;

/** Neighbouring lists of one family would be read as one list, unless their markers differ. */
type Marker = "-" | "+" | "." | ")";

/** The canonical markdown of a canonical document. Read back it is the same document; the README has the exceptions. */
export function writeMarkdown(doc: Node): string {
  const lines = blockLines(doc.children, null);
  return lines.join("\n");
}

/** The lines of several blocks, with an empty line between them. `avoid` is the marker just before the first. */
function blockLines(blocks: readonly Node[], avoid: Marker | null): string[] {
  const lines: string[] = [];
  let previous = avoid;
  for (const block of blocks) {
    const marker = markerFor(block, previous);
    const written = linesOf(block, marker);
    if (written.length === 0) continue;
    if (lines.length > 0) lines.push("");
    for (const line of written) lines.push(line);
    previous = marker;
  }
  return bounded(lines);
}

function bounded(lines: string[]): string[] {
  const size = lines.reduce((sum, line) => sum + line.length + 1, 0);
  if (size <= LARGEST_OUTPUT) return lines;
  throw new RichTextError(
    `The text is longer than ${LARGEST_OUTPUT} characters as markdown. Split it into parts.`,
  );
}

function markerFor(block: Node, previous: Marker | null): Marker | null {
  if (block.type === types.orderedList) return previous === "." ? ")" : ".";
  if (block.type === types.bulletList || block.type === types.taskList) return previous === "-" ? "+" : "-";
  return null;
}

function linesOf(block: Node, marker: Marker | null): string[] {
  switch (block.type) {
    case types.paragraph:
      return block.childCount === 0 ? [] : writeInline(block, "newline").split("\n");
    case types.heading:
      return [heading(block)];
    case types.blockquote:
      return prefixed(blockLines(block.children, null), "> ", "> ");
    case types.bulletList:
    case types.taskList:
    case types.orderedList:
      return list(block, marker ?? "-");
    case types.codeBlock:
      return codeBlock(block);
    case types.horizontalRule:
      return ["***"];
    case types.table:
      return table(block);
    case types.footnotes:
      return footnotes(block);
    default:
      throw new TypeError(`A "${block.type.name}" is not a block of its own.`);
  }
}

/** Puts `first` before the first line and `rest` before the others; an empty line gets no trailing space. */
function prefixed(lines: readonly string[], first: string, rest: string): string[] {
  if (lines.length === 0) return [first.trimEnd()];
  const written = lines.map((line, index) => {
    const prefix = index === 0 ? first : rest;
    return line === "" ? prefix.trimEnd() : prefix + line;
  });
  return bounded(written);
}

function heading(block: Node): string {
  const marker = "#".repeat(block.attrs.level);
  // Number signs at the end would be read as a closing sequence.
  const text = writeInline(block, "tag").replace(/(^|\s)(#*)#$/, "$1$2\\#");
  return text === "" ? marker : `${marker} ${text}`;
}

function codeBlock(block: Node): string[] {
  const text = block.textContent;
  const fence = "`".repeat(Math.max(3, longestRun(text, "`") + 1));
  const content = text === "" ? [] : text.split("\n");
  return [fence + (block.attrs.language ?? ""), ...content, fence];
}

function list(block: Node, marker: Marker): string[] {
  const isTight = block.children.every(isTightItem);
  const lines: string[] = [];
  block.children.forEach((item, index) => {
    const number = Math.min(block.attrs.start + index, LARGEST_START);
    const first = block.type === types.orderedList ? `${number}${marker} ` : `${marker} `;
    if (index > 0 && !isTight) lines.push("");
    for (const line of prefixed(itemLines(item, marker), first, " ".repeat(first.length))) lines.push(line);
  });
  return lines;
}

/** A paragraph, with at most one list that may follow it on the next line. */
function isTightItem(item: Node): boolean {
  const [, second, third] = item.children;
  if (second === undefined) return true;
  return third === undefined && item.firstChild?.childCount !== 0 && interruptsParagraph(second);
}

function interruptsParagraph(block: Node): boolean {
  if (block.type !== types.bulletList && block.type !== types.taskList && block.type !== types.orderedList)
    return false;
  if (block.type === types.orderedList && block.attrs.start !== 1) return false;
  return block.type === types.taskList || block.firstChild?.firstChild?.childCount !== 0;
}

function itemLines(item: Node, marker: Marker): string[] {
  const [first, ...rest] = item.children;
  if (first === undefined) return [];
  if (item.type === types.taskItem) {
    const box = item.attrs.checked === true ? "[x]" : "[ ]";
    return joined(prefixed(linesOf(first, null), `${box} `, ""), rest, isTightItem(item));
  }
  // The empty paragraph before another block is implied; a leading list must not share the marker, as
  // `- - -` is a rule.
  if (first.childCount === 0) return blockLines(rest, marker);
  return joined(linesOf(first, null), rest, isTightItem(item));
}

function joined(first: string[], rest: readonly Node[], isTight: boolean): string[] {
  if (rest.length === 0) return first;
  const lines = blockLines(rest, null);
  return isTight ? [...first, ...lines] : [...first, "", ...lines];
}

function table(block: Node): string[] {
  const [header, ...rows] = block.children.map((row) => `| ${row.children.map(cell).join(" | ")} |`);
  const rules = block.firstChild?.children.map((column) => RULES[String(column.attrs.align)] ?? "---") ?? [];
  return header === undefined ? [] : [header, `| ${rules.join(" | ")} |`, ...rows];
}

const RULES: Readonly<Record<string, string>> = { left: ":---", center: ":---:", right: "---:" };

/** A table is split at its pipes before anything else is read, so they are escaped even in code. */
function cell(node: Node): string {
  return node.firstChild === null ? "" : writeInline(node.firstChild, "tag").replaceAll("|", "\\|");
}

function footnotes(block: Node): string[] {
  return block.children.flatMap((footnote, index) => {
    const [first, ...rest] = footnote.children;
    const content = first?.childCount === 0 ? rest : footnote.children;
    const lines = prefixed(blockLines(content, null), `[^${footnote.attrs.label}]: `, "    ");
    return index === 0 ? lines : ["", ...lines];
  });
}
