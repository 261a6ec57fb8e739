import type { Mark, Node } from "prosemirror-model";
import { codeSpan, escapeInline, escapeText, linkTarget } from "./escape-markdown.js";
import { type MarkName, schema } from "./schema.js";

/** A line break is a line of its own in a paragraph; a heading and a cell have only one line. */
export type BreakStyle = "newline" | "tag";

type Part =
  | { kind: "text"; markdown: string; node: Node }
  | { kind: "open" | "close"; mark: Mark; partner: number; usesTag: boolean };

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
  const parts = arrange(block.children);
  writeTexts(parts, breaks);
  chooseDelimiters(parts);
  let markdown = "";
  for (let index = 0; index < parts.length; index++) {
    const address = bareAddress(parts, index);
    if (address !== null) index += 2;
    markdown += address ?? partMarkdown(parts[index]);
  }
  return markdown;
}

/** Orders marks so that each opens before and closes after those that end earlier, as delimiters must nest. */
function arrange(children: readonly Node[]): Part[] {
  const ends = runEnds(children);
  const parts: Part[] = [];
  const open: { mark: Mark; at: number }[] = [];
  const closeDownTo = (depth: number) => {
    while (open.length > depth) {
      const top = open.pop();
      if (top === undefined) return;
      const opening = parts[top.at];
      if (opening && opening.kind !== "text") opening.partner = parts.length;
      parts.push({ kind: "close", mark: top.mark, partner: top.at, usesTag: false });
    }
  };
  children.forEach((node, index) => {
    const marks = markTypes.code.removeFromSet(node.marks);
    const kept = open.findIndex(({ mark }) => !mark.isInSet(marks));
    if (kept >= 0) closeDownTo(kept);
    const opening = marks.filter((mark) => !open.some((active) => active.mark.eq(mark)));
    opening.sort((a, b) => endOf(ends, index, b) - endOf(ends, index, a));
    for (const mark of opening) {
      open.push({ mark, at: parts.length });
      parts.push({ kind: "open", mark, partner: -1, usesTag: false });
    }
    parts.push({ kind: "text", markdown: "", node });
  });
  closeDownTo(0);
  return parts;
}

/** For each child, the last child that each of its marks reaches without a gap. */
function runEnds(children: readonly Node[]): Map<Mark, number>[] {
  const ends: Map<Mark, number>[] = new Array(children.length);
  let after: Map<Mark, number> = new Map();
  for (let index = children.length - 1; index >= 0; index--) {
    const here = new Map<Mark, number>();
    for (const mark of children[index]?.marks ?? []) {
      const same = [...after.keys()].find((other) => other.eq(mark));
      here.set(mark, same === undefined ? index : (after.get(same) ?? index));
    }
    ends[index] = here;
    after = here;
  }
  return ends;
}

function endOf(ends: Map<Mark, number>[], index: number, mark: Mark): number {
  return ends[index]?.get(mark) ?? index;
}

function writeTexts(parts: Part[], breaks: BreakStyle): void {
  const first = parts.findIndex((part) => part.kind === "text");
  const last = parts.findLastIndex((part) => part.kind === "text");
  parts.forEach((part, index) => {
    if (part.kind !== "text") return;
    const { node } = part;
    const before = parts[index - 1];
    if (node.text === undefined) {
      part.markdown = leafMarkdown(node, breaks);
    } else if (markTypes.code.isInSet(node.marks)) {
      part.markdown = codeSpan(node.text);
    } else {
      const isAfterBreak = before?.kind === "text" && before.node.type === types.hardBreak;
      part.markdown = escapeText(node.text, {
        isLineStart: breaks === "newline" && (before === undefined || isAfterBreak),
        isBlockStart: index === first,
        isBlockEnd: index === last,
        isAfterFootnote: before?.kind === "text" && before.node.type === types.footnoteReference,
      });
    }
  });
}

function leafMarkdown(node: Node, breaks: BreakStyle): string {
  if (node.type === types.hardBreak) return breaks === "newline" ? "\\\n" : "<br>";
  if (node.type === types.footnoteReference) return `[^${node.attrs.label}]`;
  return `![${escapeInline(node.attrs.alt ?? "")}]${linkTarget(node.attrs.src, node.attrs.title)}`;
}

/** A mark whose delimiters would not be read in this place is written as a tag, which works in every place. */
function chooseDelimiters(parts: Part[]): void {
  let starDepth = 0;
  parts.forEach((part, index) => {
    if (part.kind === "text" || DELIMITERS[nameOf(part.mark)] === undefined) return;
    if (part.kind === "close") {
      if (isStar(part) && !part.usesTag) starDepth--;
      return;
    }
    const closing = parts[part.partner];
    if (closing === undefined || closing.kind === "text") return;
    const works = opensHere(parts, index, starDepth > 0) && closesHere(parts, part.partner);
    part.usesTag = closing.usesTag = !works;
    if (works && isStar(part)) starDepth++;
  });
}

const isStar = (part: Part | undefined) =>
  part !== undefined &&
  part.kind !== "text" &&
  (part.mark.type === markTypes.bold || part.mark.type === markTypes.italic);

/**
 * Whether delimiters at `index` are left-flanking, and nothing else: not read as the end of an outer mark, nor
 * as one run with the end of the mark before.
 * @see https://spec.commonmark.org/0.31.2/#left-flanking-delimiter-run
 */
function opensHere(parts: Part[], index: number, isInStar: boolean): boolean {
  const part = parts[index];
  const before = parts[index - 1];
  if (before?.kind === "close" && part?.kind === "open") {
    if (before.mark.type === part.mark.type || (isStar(before) && isStar(part))) return false;
  }
  const outside = kindAtEnd(before);
  const inside = kindAtStart(parts[index + 1]);
  if (inside === "space") return false;
  if (inside !== "letter" && outside !== "space" && outside !== "punctuation") return false;
  if (!isInStar || !isStar(part) || (before?.kind === "open" && isStar(before))) return true;
  return outside === "space" || (outside === "punctuation" && inside === "letter");
}

function closesHere(parts: Part[], index: number): boolean {
  const inside = kindAtEnd(parts[index - 1]);
  const outside = kindAtStart(parts[index + 1]);
  if (inside === "space") return false;
  return inside === "letter" || outside === "space" || outside === "punctuation";
}

/** "unsure" is what parsers of different age class differently; it is trusted in neither role. */
type CharacterKind = "space" | "punctuation" | "letter" | "unsure";

function kindAtStart(part: Part | undefined): CharacterKind {
  if (part === undefined) return "space";
  return part.kind === "text" ? kindOf(part.markdown.slice(0, 1)) : "punctuation";
}

function kindAtEnd(part: Part | undefined): CharacterKind {
  if (part === undefined) return "space";
  return part.kind === "text" ? kindOf(part.markdown.slice(-1)) : "punctuation";
}

function kindOf(character: string): CharacterKind {
  if (/[\p{Zs}\t\n\f\r]/u.test(character)) return "space";
  if (/[!-/:-@[-`{-~\p{P}]/u.test(character)) return "punctuation";
  return /[\p{L}\p{N}]/u.test(character) ? "letter" : "unsure";
}

function partMarkdown(part: Part | undefined): string {
  if (part === undefined) return "";
  if (part.kind === "text") return part.markdown;
  const name = nameOf(part.mark);
  if (name === "link")
    return part.kind === "open" ? "[" : `]${linkTarget(part.mark.attrs.href, part.mark.attrs.title)}`;
  const delimiter = DELIMITERS[name];
  if (delimiter !== undefined && !part.usesTag) return delimiter;
  return part.kind === "open" ? `<${TAGS[name]}>` : `</${TAGS[name]}>`;
}

/** A link that shows its own address is `<address>`. */
function bareAddress(parts: Part[], index: number): string | null {
  const [open, text, close] = [parts[index], parts[index + 1], parts[index + 2]];
  if (open?.kind !== "open" || open.mark.type !== markTypes.link || open.mark.attrs.title !== null)
    return null;
  if (close?.kind !== "close" || open.partner !== index + 2 || text?.kind !== "text") return null;
  if (markTypes.code.isInSet(text.node.marks)) return null;
  const { href } = open.mark.attrs;
  const shown = text.node.text ?? "";
  const isEmail =
    href === `mailto:${shown}` && /^[A-Za-z0-9._+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/.test(shown);
  return isEmail || (href === shown && /^[a-z]{2,}:[^\s<>]+$/.test(shown)) ? `<${shown}>` : null;
}

// The schema is ours, so the names of its marks are exactly this union.
const nameOf = (mark: Mark) => mark.type.name as MarkName;
