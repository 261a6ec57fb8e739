import { isId } from "@lintel/contract";
import type { Element, Root } from "hast";
import { Mark, type Node } from "prosemirror-model";
import { canonicalImageUrl, canonicalLinkUrl } from "./allowed-urls.js";
import { Flow } from "./html-flow.js";
import { classesOf, isBlank, isTag, stringOf, textOf } from "./html-values.js";
import { footnoteLabelOf, isBackReference, isFootnoteSection, readFootnotes } from "./read-html-footnotes.js";
import { readList } from "./read-html-list.js";
import { readTable } from "./read-html-table.js";
import { parseSafely } from "./sanitise-html.js";
import { LANGUAGE, type MarkName, schema } from "./schema.js";

type Context = { marks: readonly Mark[]; footnotes: Node[] };
type Reader = (flow: Flow, element: Element, context: Context) => void;

const { nodes: types, marks: markTypes } = schema;

/** Reads HTML into a document, which may still need `normaliseDocument`. */
export function readHtml(html: string): Node {
  const footnotes: Node[] = [];
  const body = atLeastOne(blocksIn(parseSafely(html), footnotes));
  return types.doc.create(
    null,
    footnotes.length > 0 ? [...body, types.footnotes.create(null, footnotes)] : body,
  );
}

function blocksIn(parent: Root | Element, footnotes: Node[]): Node[] {
  const flow = new Flow();
  fill(flow, parent, { marks: Mark.none, footnotes });
  flow.endTextblock();
  return flow.blocks;
}

function fill(flow: Flow, parent: Root | Element, context: Context): void {
  for (const child of parent.children) {
    if (child.type === "text") flow.text(child.value, context.marks);
    else if (child.type === "element") readerOf(child)(flow, child, context);
  }
}

function readerOf(element: Element): Reader {
  if (isFootnoteSection(element)) {
    return (_flow, section, { footnotes }) => {
      for (const note of readFootnotes(section, (item) => blocksIn(item, []))) footnotes.push(note);
    };
  }
  return READERS.get(element.tagName) ?? readWrapper;
}

/** A `div` and its like: no node of its own, but the text around it is not on its line. */
const readWrapper: Reader = (flow, element, context) => {
  flow.endTextblock();
  fill(flow, element, context);
  flow.endTextblock();
};

const READERS: ReadonlyMap<string, Reader> = new Map([
  ...["span", "label", "input"].map((tag): [string, Reader] => [tag, fill]),
  ...[1, 2, 3, 4, 5, 6].map((level): [string, Reader] => [`h${level}`, heading(level)]),
  ...["strong", "b"].map((tag) => marked(tag, "bold")),
  ...["em", "i"].map((tag) => marked(tag, "italic")),
  ...["u", "ins"].map((tag) => marked(tag, "underline")),
  ...["s", "strike", "del"].map((tag) => marked(tag, "strike")),
  ...["code", "kbd", "samp", "tt"].map((tag) => marked(tag, "code")),
  marked("sub", "subscript"),
  ["sup", readSuperscript],
  ["a", readLink],
  ["img", readImage],
  ["br", (flow, _element, { marks }) => flow.inline(types.hardBreak.create(null, null, marks))],
  ["hr", (flow) => flow.add(types.horizontalRule.create())],
  ["pre", (flow, element) => flow.add(readCodeBlock(element))],
  [
    "blockquote",
    (flow, element, { footnotes }) =>
      flow.add(types.blockquote.create(null, atLeastOne(blocksIn(element, footnotes)))),
  ],
  ["ul", readLists],
  ["ol", readLists],
  ["table", readTables],
]);

function heading(level: number): Reader {
  return (flow, element, context) =>
    flow.within(types.heading, { level }, () => fill(flow, element, context));
}

function marked(tag: string, name: MarkName): [string, Reader] {
  const mark = markTypes[name].create();
  return [
    tag,
    (flow, element, { marks, footnotes }) => fill(flow, element, { marks: mark.addToSet(marks), footnotes }),
  ];
}

function readSuperscript(flow: Flow, element: Element, { marks, footnotes }: Context): void {
  const [only, ...others] = element.children;
  const isReference = only && others.length === 0 && isTag(only, "a") && footnoteLabelOf(only) !== null;
  const inner = isReference ? marks : markTypes.superscript.create().addToSet(marks);
  fill(flow, element, { marks: inner, footnotes });
}

function readLink(flow: Flow, element: Element, { marks, footnotes }: Context): void {
  if (isBackReference(element)) return;
  const label = footnoteLabelOf(element);
  if (label !== null) {
    flow.inline(types.footnoteReference.create({ label }));
    return;
  }
  const href = canonicalLinkUrl(stringOf(element, "href") ?? "");
  const title = stringOf(element, "title");
  const inner = href === null ? marks : markTypes.link.create({ href, title }).addToSet(marks);
  fill(flow, element, { marks: inner, footnotes });
}

/** An image at an address that is not allowed leaves its description behind. */
function readImage(flow: Flow, element: Element, { marks }: Context): void {
  const src = canonicalImageUrl(stringOf(element, "src") ?? "");
  const alt = stringOf(element, "alt");
  if (src === null) {
    flow.text(alt ?? "", marks);
    return;
  }
  const id = stringOf(element, "dataAssetId");
  const assetId = isId("asset", id) ? id : null;
  flow.inline(types.image.create({ src, alt, title: stringOf(element, "title"), assetId }, null, marks));
}

function readCodeBlock(element: Element): Node {
  const code = element.children.find((child) => isTag(child, "code"));
  const classes = [...(code ? classesOf(code) : []), ...classesOf(element)];
  const named = classes.find((name) => /^lang(?:uage)?-/.test(name))?.replace(/^lang(?:uage)?-/, "");
  const language = named !== undefined && LANGUAGE.test(named) ? named : null;
  // Indentation between the two tags is the source's own.
  const isWrapped = element.children.every((child) => child === code || isBlank(child));
  // The line end before the closing tag ends the last line; it is not a line of its own.
  const text = textOf(code && isWrapped ? code : element)
    .replace(/\r\n?/g, "\n")
    .replace(/\n$/, "");
  return types.codeBlock.create({ language }, text === "" ? null : schema.text(text));
}

function readLists(flow: Flow, element: Element, { footnotes }: Context): void {
  for (const list of readList(element, (item) => blocksIn(item, footnotes))) flow.add(list);
}

function readTables(flow: Flow, element: Element, { footnotes }: Context): void {
  for (const block of readTable(element, (cell) => blocksIn(cell, footnotes))) flow.add(block);
}

function atLeastOne(blocks: Node[]): Node[] {
  return blocks.length > 0 ? blocks : [types.paragraph.create()];
}
