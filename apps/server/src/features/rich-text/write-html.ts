import type { Mark, Node } from "prosemirror-model";
import { canonicalImageUrl, canonicalLinkUrl } from "./allowed-urls.js";
import { arrangeMarks } from "./arrange-marks.js";
import { type MarkName, type NodeName, schema } from "./schema.js";

type FootnoteNumbers = Map<string, { number: number; references: number }>;
type Writer = (node: Node, notes: FootnoteNumbers) => string;

// The only tags and attributes that can come out stand in this file as literals; every value between them
// is escaped, and every address passes the allowlist once more.

const { nodes: types } = schema;

const MARK_TAGS: Record<MarkName, string> = {
  link: "a",
  bold: "strong",
  italic: "em",
  underline: "u",
  strike: "s",
  subscript: "sub",
  superscript: "sup",
  code: "code",
};

/** The canonical HTML of a canonical document: safe to insert, and read back it is the same document. */
export function writeHtml(doc: Node): string {
  const notes: FootnoteNumbers = new Map();
  const footnotes = doc.lastChild?.type === types.footnotes ? doc.lastChild.children : [];
  footnotes.forEach((footnote, index) => {
    notes.set(footnote.attrs.label, { number: index + 1, references: 0 });
  });
  return children(doc, notes);
}

const writers: Record<NodeName, Writer> = {
  doc: children,
  paragraph: (node, notes) => `<p>${inline(node, notes)}</p>`,
  heading: (node, notes) =>
    `<h${Number(node.attrs.level)}>${inline(node, notes)}</h${Number(node.attrs.level)}>`,
  blockquote: (node, notes) => `<blockquote>${children(node, notes)}</blockquote>`,
  bulletList: (node, notes) => `<ul>${children(node, notes)}</ul>`,
  orderedList(node, notes) {
    const start = node.attrs.start === 1 ? "" : ` start="${Number(node.attrs.start)}"`;
    return `<ol${start}>${children(node, notes)}</ol>`;
  },
  listItem: (node, notes) => `<li>${itemContent(node, notes)}</li>`,
  taskList: (node, notes) => `<ul data-type="taskList">${children(node, notes)}</ul>`,
  taskItem(node, notes) {
    const isDone = node.attrs.checked === true;
    const box = `<input type="checkbox" disabled=""${isDone ? ' checked=""' : ""}>`;
    return `<li data-type="taskItem" data-checked="${isDone}">${box}${itemContent(node, notes)}</li>`;
  },
  codeBlock(node) {
    const language =
      node.attrs.language === null ? "" : ` class="language-${escapeAttribute(node.attrs.language)}"`;
    const text = node.textContent;
    return `<pre><code${language}>${text === "" ? "" : `${escapeText(text)}\n`}</code></pre>`;
  },
  horizontalRule: () => "<hr>",
  table(node, notes) {
    const isHeader = node.firstChild?.children.every((cell) => cell.type === types.tableHeader);
    const rows = node.children.map((row) => writers.tableRow(row, notes));
    const head = isHeader ? `<thead>${rows.shift()}</thead>` : "";
    return `<table>${head}${rows.length > 0 ? `<tbody>${rows.join("")}</tbody>` : ""}</table>`;
  },
  tableRow: (node, notes) => `<tr>${children(node, notes)}</tr>`,
  tableHeader: (node, notes) => cell("th", node, notes),
  tableCell: (node, notes) => cell("td", node, notes),
  text: (node) => escapeText(node.text ?? ""),
  image(node) {
    const src = canonicalImageUrl(node.attrs.src);
    if (src === null) return escapeText(node.attrs.alt ?? "");
    const { alt, title, assetId } = node.attrs;
    return `<img src="${escapeAttribute(src)}" alt="${escapeAttribute(alt ?? "")}"${attribute("title", title)}${attribute("data-asset-id", assetId)}>`;
  },
  hardBreak: () => "<br>",
  footnoteReference(node, notes) {
    const note = notes.get(node.attrs.label);
    if (note === undefined) return "";
    note.references++;
    const label = escapeAttribute(node.attrs.label);
    const id = note.references === 1 ? `fnref-${label}` : `fnref-${label}-${note.references}`;
    return `<sup><a href="#fn-${label}" id="${id}" data-footnote-ref="${label}">${note.number}</a></sup>`;
  },
  footnotes: (node, notes) => `<section data-footnotes=""><ol>${children(node, notes)}</ol></section>`,
  footnote(node, notes) {
    const label = escapeAttribute(node.attrs.label);
    const note = notes.get(node.attrs.label);
    const content = children(node, notes);
    const open = `<li id="fn-${label}" data-footnote="${label}">`;
    if (note === undefined || note.references === 0) return `${open}${content}</li>`;
    const back = `<a href="#fnref-${label}" data-footnote-backref="" aria-label="Back to reference ${note.number}">↩</a>`;
    if (node.lastChild?.type !== types.paragraph) return `${open}${content}${back}</li>`;
    return `${open}${content.slice(0, -"</p>".length)} ${back}</p></li>`;
  },
};

function children(node: Node, notes: FootnoteNumbers): string {
  let html = "";
  for (const child of node.children) html += writers[nameOf(child)](child, notes);
  return html;
}

/** A compact item, a paragraph with at most lists below it, needs no paragraph tag; reading gives it back. */
function itemContent(node: Node, notes: FootnoteNumbers): string {
  const [first, ...rest] = node.children;
  if (first === undefined) return "";
  const isCompact = rest.every((block) => isList(block)) || first.childCount === 0;
  const start = isCompact ? inline(first, notes) : writers.paragraph(first, notes);
  return start + rest.map((block) => writers[nameOf(block)](block, notes)).join("");
}

const isList = ({ type }: Node) =>
  type === types.bulletList || type === types.orderedList || type === types.taskList;

function cell(tag: "th" | "td", node: Node, notes: FootnoteNumbers): string {
  const content = node.firstChild === null ? "" : inline(node.firstChild, notes);
  return `<${tag}${attribute("align", node.attrs.align)}>${content}</${tag}>`;
}

function inline(parent: Node, notes: FootnoteNumbers): string {
  let html = "";
  for (const part of arrangeMarks(parent.children)) {
    if (part.kind !== "node") html += part.kind === "open" ? openMark(part.mark) : `</${tagOf(part.mark)}>`;
    else if (part.isCode) html += `<code>${escapeText(part.node.text ?? "")}</code>`;
    else html += writers[nameOf(part.node)](part.node, notes);
  }
  return html;
}

function openMark(mark: Mark): string {
  if (mark.type !== schema.marks.link) return `<${tagOf(mark)}>`;
  return `<a href="${escapeAttribute(canonicalLinkUrl(mark.attrs.href) ?? "")}"${attribute("title", mark.attrs.title)}>`;
}

// The schema is ours, so the names of its marks are exactly this union.
const tagOf = (mark: Mark) => MARK_TAGS[mark.type.name as MarkName];

// The schema is ours, so the names of its types are exactly this union.
const nameOf = (node: Node) => node.type.name as NodeName;

function attribute(name: string, value: string | null): string {
  return value === null ? "" : ` ${name}="${escapeAttribute(value)}"`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\u00a0": "&nbsp;",
};

function escapeText(text: string): string {
  return /[&<>\u00a0]/.test(text) ? text.replace(/[&<>\u00a0]/g, (found) => ESCAPES[found] ?? "") : text;
}

function escapeAttribute(value: string): string {
  return /[&<>"\u00a0]/.test(value) ? value.replace(/[&<>"\u00a0]/g, (found) => ESCAPES[found] ?? "") : value;
}
