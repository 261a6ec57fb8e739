import type { Element } from "hast";
import { Fragment, type Node } from "prosemirror-model";
import { isTag, numberOf, stringOf } from "./html-values.js";
import { MOST_TABLE_CELLS, RichTextError } from "./limits.js";
import { ALIGNMENTS, schema } from "./schema.js";

const { nodes: types } = schema;

/** Reads the blocks inside of a cell or a caption. */
type ReadBlocks = (element: Element) => Node[];
type Slot = { column: number; cell: Node };

/**
 * Reads a table into rows of single cells. A merged cell keeps its content in its first place, and empty cells
 * keep the places it covered. Answers the caption's blocks, if any, and the table.
 */
export function readTable(table: Element, read: ReadBlocks): Node[] {
  const caption = table.children.filter((child) => isTag(child, "caption"));
  const blocks = caption.flatMap(read);
  const rows = placeCells(rowsOf(table), read);
  return rows.length > 0 ? [...blocks, types.table.create(null, rows)] : blocks;
}

function rowsOf(table: Element): Element[] {
  return table.children.flatMap((child) => {
    if (child.type !== "element") return [];
    if (child.tagName === "tr") return [child];
    return ["thead", "tbody", "tfoot"].includes(child.tagName) ? rowsOf(child) : [];
  });
}

function placeCells(rows: Element[], read: ReadBlocks): Node[] {
  // For each column, how many rows from here a merged cell above still covers.
  let covered: number[] = [];
  let total = 0;
  return rows.flatMap((row, index) => {
    const slots: Slot[] = [];
    const next = covered.map((left) => Math.max(0, left - 1));
    let column = 0;
    for (const element of row.children) {
      if (!isTag(element, "td") && !isTag(element, "th")) continue;
      while ((covered[column] ?? 0) > 0) column++;
      const width = spanOf(element, "colSpan", 1_000);
      // A cell cannot reach below the last row.
      const height = Math.min(spanOf(element, "rowSpan", 65_534), rows.length - index);
      slots.push({ column, cell: readCell(element, read) });
      for (let offset = 0; offset < width; offset++) next[column + offset] = height - 1;
      column += width;
    }
    total += Math.max(column, covered.length);
    if (total > MOST_TABLE_CELLS) {
      throw new RichTextError(`A table has more than ${MOST_TABLE_CELLS} cells. Split the table.`);
    }
    covered = next;
    return slots.length > 0 ? [fillRow(slots, column)] : [];
  });
}

function fillRow(slots: Slot[], width: number): Node {
  const isHeader = slots.every(({ cell }) => cell.type === types.tableHeader);
  const empty = () => (isHeader ? types.tableHeader : types.tableCell).create(null, types.paragraph.create());
  const cells: Node[] = [];
  for (const { column, cell } of slots) {
    while (cells.length < column) cells.push(empty());
    cells.push(cell);
  }
  while (cells.length < width) cells.push(empty());
  return types.tableRow.create(null, cells);
}

function spanOf(element: Element, property: string, largest: number): number {
  const span = numberOf(element, property) ?? 1;
  return Math.min(Math.max(span, 1), largest);
}

/** A cell holds one line of inline content: blocks in it are joined by line breaks. */
function readCell(element: Element, read: ReadBlocks): Node {
  const lines = read(element).flatMap(textblocksIn);
  const inline = lines.flatMap((line, index) => {
    const content = line.type === types.codeBlock ? codeAsInline(line) : line.children;
    return index === 0 ? content : [types.hardBreak.create(), ...content];
  });
  const type = element.tagName === "th" ? types.tableHeader : types.tableCell;
  return type.create(
    { align: alignOf(element) },
    types.paragraph.create(null, Fragment.fromArray([...inline])),
  );
}

function textblocksIn(block: Node): Node[] {
  return block.isTextblock ? [block] : block.children.flatMap(textblocksIn);
}

function codeAsInline(block: Node): Node[] {
  return block.textContent === "" ? [] : [schema.text(block.textContent, [schema.marks.code.create()])];
}

function alignOf(element: Element): string | null {
  const styled = /(?:^|;)\s*text-align\s*:\s*(\w+)/i.exec(stringOf(element, "style") ?? "")?.[1];
  const align = (styled ?? stringOf(element, "align"))?.toLowerCase();
  return ALIGNMENTS.find((known) => known === align) ?? null;
}
