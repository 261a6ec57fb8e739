import { Fragment, type Node } from "prosemirror-model";
import { cleanCode } from "./clean-text.js";
import { orderFootnotes } from "./footnote-order.js";
import { MOST_TABLE_CELLS, RichTextError } from "./limits.js";
import { normaliseInline } from "./normalise-inline.js";
import { schema } from "./schema.js";

const { nodes: types } = schema;

/**
 * The canonical form of a document, whichever way it came in. It is what HTML and markdown can both say, so
 * that reading back what we wrote gives the same document. Twice gives the same as once.
 */
export function normaliseDocument(doc: Node): Node {
  const footnotes = doc.lastChild?.type === types.footnotes ? doc.lastChild.children : [];
  const labels = new Set<string>(footnotes.map((footnote) => footnote.attrs.label));
  const body = doc.children.filter((child) => child.type !== types.footnotes);
  const blocks = withoutEmptyText(body.map((child) => normaliseBlock(child, labels)));
  const notes = footnotes.map((footnote) => normaliseBlock(footnote, labels));
  const ordered = orderFootnotes(blocks, notes);
  const content = blocks.length > 0 ? blocks : [types.paragraph.create()];
  if (ordered.length > 0) content.push(types.footnotes.create(null, ordered));
  return types.doc.create(null, content);
}

function normaliseBlock(node: Node, labels: ReadonlySet<string>): Node {
  switch (node.type) {
    case types.codeBlock: {
      const text = cleanCode(node.textContent);
      return node.copy(text === "" ? Fragment.empty : Fragment.from(schema.text(text)));
    }
    case types.paragraph:
    case types.heading:
      return node.copy(Fragment.fromArray(normaliseInline(node.children, labels)));
    case types.horizontalRule:
      return node;
    case types.tableHeader:
    case types.tableCell:
      return node.copy(Fragment.from(normaliseBlock(node.firstChild ?? types.paragraph.create(), labels)));
    case types.table:
      return padRows(node.copy(normaliseEach(node, labels)));
    case types.listItem:
    case types.taskItem:
    case types.footnote:
      return node.copy(Fragment.fromArray(itemContent(normaliseEach(node, labels).content)));
    case types.blockquote: {
      const content = withoutEmptyText(normaliseEach(node, labels).content);
      return node.copy(Fragment.fromArray(content.length > 0 ? content : [types.paragraph.create()]));
    }
    default:
      return node.copy(normaliseEach(node, labels));
  }
}

function normaliseEach(node: Node, labels: ReadonlySet<string>): Fragment {
  return Fragment.fromArray(node.children.map((child) => normaliseBlock(child, labels)));
}

/** It shows nothing in HTML and cannot be written in markdown. */
const isEmptyText = ({ type, childCount }: Node) =>
  childCount === 0 && (type === types.paragraph || type === types.heading);

function withoutEmptyText(blocks: readonly Node[]): Node[] {
  return blocks.filter((block) => !isEmptyText(block));
}

/** An item starts with a paragraph; an empty one stays only where it is all there is before another block. */
function itemContent(blocks: readonly Node[]): Node[] {
  const filled = withoutEmptyText(blocks);
  return filled[0]?.type === types.paragraph ? filled : [types.paragraph.create(), ...filled];
}

/** Every row gets as many cells as the longest, which is the only shape markdown knows. */
function padRows(table: Node): Node {
  const width = table.children.reduce((widest, row) => Math.max(widest, row.childCount), 0);
  if (width * table.childCount > MOST_TABLE_CELLS) {
    throw new RichTextError(
      `A table of ${table.childCount} rows and ${width} columns is too large. At most ${MOST_TABLE_CELLS} cells are allowed; split the table.`,
    );
  }
  if (table.children.every((row) => row.childCount === width)) return table;
  const rows = table.children.map((row) => {
    const isHeader = row.children.every((cell) => cell.type === types.tableHeader);
    const type = isHeader ? types.tableHeader : types.tableCell;
    const missing = Array.from({ length: width - row.childCount }, () =>
      type.create(null, types.paragraph.create()),
    );
    return row.copy(row.content.append(Fragment.fromArray(missing)));
  });
  return table.copy(Fragment.fromArray(rows));
}
