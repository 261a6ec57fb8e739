import { Mark, type Node } from "prosemirror-model";
import { canonicalImageUrl, canonicalLinkUrl } from "./allowed-urls.js";
import { cleanAttribute, cleanInlineCode, cleanProse } from "./clean-text.js";
import { schema } from "./schema.js";

type Piece = { node: Node; text: string | null; marks: readonly Mark[] };

const { marks: markTypes, nodes: nodeTypes } = schema;

/**
 * The one form of a run of inline content: what HTML and markdown would collapse is collapsed, marks do not
 * begin or end with a space, and neighbours with equal marks are one text.
 */
export function normaliseInline(children: readonly Node[], labels: ReadonlySet<string>): Node[] {
  if (isPlain(children)) return [...children];
  const pieces = dropTrailingBreaks(collapseSpaces(children.flatMap((child) => toPiece(child, labels))));
  // Editors make room with paragraphs of non-breaking spaces; they say no more than empty ones.
  if (pieces.every((piece) => isBreak(piece) || (piece.text !== null && !/\S/.test(piece.text)))) return [];
  return joinPieces(pieces.some((piece) => piece.marks.length > 0) ? trimMarks(pieces) : pieces);
}

/** The common case, one unmarked text that is clean already, is not worth rebuilding. */
function isPlain(children: readonly Node[]): boolean {
  const [only] = children;
  if (children.length !== 1 || only?.text === undefined || only.marks.length > 0) return false;
  return (
    cleanProse(only.text) === only.text &&
    /^[^ ]/.test(only.text) &&
    /\S/.test(only.text) &&
    !only.text.endsWith(" ")
  );
}

function toPiece(node: Node, labels: ReadonlySet<string>): Piece[] {
  const marks = node.marks.length === 0 ? node.marks : normaliseMarks(node.marks);
  if (node.text !== undefined) {
    const code = markTypes.code.isInSet(marks) ? cleanInlineCode(node.text) : "";
    // Code of nothing but spaces cannot be seen, and markdown has no stable spelling for it.
    if (/\S/.test(code)) return [{ node, text: code, marks }];
    return [{ node, text: cleanProse(node.text), marks: markTypes.code.removeFromSet(marks) }];
  }
  if (node.type === nodeTypes.footnoteReference) {
    return labels.has(node.attrs.label) ? [{ node, text: null, marks: Mark.none }] : [];
  }
  if (node.type === nodeTypes.image) return [imagePiece(node, marks)];
  return [{ node, text: null, marks: markTypes.code.removeFromSet(marks) }];
}

/** An image keeps only its link. */
function imagePiece(node: Node, marks: readonly Mark[]): Piece {
  const src = canonicalImageUrl(node.attrs.src);
  const alt = cleanAttribute(node.attrs.alt);
  const title = cleanAttribute(node.attrs.title);
  const link = markTypes.link.isInSet(marks);
  const image = nodeTypes.image.create({ ...node.attrs, src, alt, title });
  return { node: image, text: null, marks: link ? [link] : Mark.none };
}

function normaliseMarks(marks: readonly Mark[]): readonly Mark[] {
  if (!marks.some((mark) => mark.type === markTypes.link)) return marks;
  return marks.map((mark) => {
    if (mark.type !== markTypes.link) return mark;
    const href = canonicalLinkUrl(mark.attrs.href);
    const title = cleanAttribute(mark.attrs.title);
    return href === mark.attrs.href && title === mark.attrs.title ? mark : mark.type.create({ href, title });
  });
}

const isBreak = (piece: Piece | undefined) => piece?.node.type === nodeTypes.hardBreak;
const isCode = (piece: Piece) => markTypes.code.isInSet(piece.marks) !== undefined;

/** One space between words, none at the ends of a line. */
function collapseSpaces(pieces: Piece[]): Piece[] {
  const result: Piece[] = [];
  let afterSpace = true;
  for (const piece of pieces) {
    if (isBreak(piece)) {
      dropTrailingSpace(result);
      result.push(piece);
      afterSpace = true;
    } else if (piece.text === null || isCode(piece)) {
      result.push(piece);
      afterSpace = false;
    } else {
      const text: string = afterSpace && piece.text.startsWith(" ") ? piece.text.slice(1) : piece.text;
      if (text === "") continue;
      result.push({ ...piece, text });
      afterSpace = text.endsWith(" ");
    }
  }
  dropTrailingSpace(result);
  return result;
}

function dropTrailingSpace(pieces: Piece[]): void {
  const last = pieces.at(-1);
  if (last === undefined || last.text === null || isCode(last) || !last.text.endsWith(" ")) return;
  pieces.pop();
  if (last.text !== " ") pieces.push({ ...last, text: last.text.slice(0, -1) });
}

/** A break at the end of a block shows nothing in HTML and cannot be written in markdown. */
function dropTrailingBreaks(pieces: Piece[]): Piece[] {
  const end = pieces.findLastIndex((piece) => !isBreak(piece));
  return pieces.slice(0, end + 1);
}

/** Takes each mark off the spaces and breaks at both ends of the run of pieces that it covers. */
function trimMarks(pieces: Piece[]): Piece[] {
  const split = pieces.flatMap(splitOuterSpaces);
  const before = split.map((piece) => piece.marks);
  before.forEach((marks, start) => {
    for (const mark of marks) {
      const isInRun = mark.isInSet(before[start - 1] ?? []);
      if (mark.type !== markTypes.code && !isInRun) trimRun(split, before, mark, start);
    }
  });
  return split;
}

function splitOuterSpaces(piece: Piece): Piece[] {
  const { text } = piece;
  if (text === null || piece.marks.length === 0 || isCode(piece) || text === " ") return [piece];
  const start = text.startsWith(" ") ? 1 : 0;
  const end = text.endsWith(" ") ? text.length - 1 : text.length;
  if (start === 0 && end === text.length) return [piece];
  return [text.slice(0, start), text.slice(start, end), text.slice(end)]
    .filter((part) => part !== "")
    .map((part) => ({ ...piece, text: part }));
}

function trimRun(pieces: Piece[], before: readonly (readonly Mark[])[], mark: Mark, start: number): void {
  let end = start;
  while (mark.isInSet(before[end + 1] ?? [])) end++;
  const isSpace = (index: number) => pieces[index]?.text === " " || isBreak(pieces[index]);
  const drop = (index: number) => {
    const piece = pieces[index];
    if (piece) pieces[index] = { ...piece, marks: mark.removeFromSet(piece.marks) };
  };
  let first = start;
  while (first <= end && isSpace(first)) drop(first++);
  while (end > first && isSpace(end)) drop(end--);
}

function joinPieces(pieces: Piece[]): Node[] {
  const result: Node[] = [];
  let open: { text: string; marks: readonly Mark[] } | null = null;
  const close = () => {
    if (open) result.push(schema.text(open.text, open.marks));
    open = null;
  };
  for (const { node, text, marks } of pieces) {
    if (text === null) {
      close();
      result.push(Mark.sameSet(node.marks, marks) ? node : node.mark(marks));
    } else if (open && Mark.sameSet(open.marks, marks)) {
      open = { text: open.text + text, marks };
    } else {
      close();
      open = { text, marks };
    }
  }
  close();
  return result;
}
