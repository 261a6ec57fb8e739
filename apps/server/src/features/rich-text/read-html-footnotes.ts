import type { Element } from "hast";
import type { Node } from "prosemirror-model";
import { classesOf, stringOf } from "./html-values.js";
import { startingWithParagraph } from "./read-html-list.js";
import { FOOTNOTE_LABEL, schema } from "./schema.js";

// Our own footnotes, and those that GitHub, Pandoc and markdown-it write: a list whose items are named by their
// id, references that point there, and links back.

export function isFootnoteSection(element: Element): boolean {
  if (element.tagName !== "section" && element.tagName !== "div") return false;
  return element.properties.dataFootnotes !== undefined || classesOf(element).includes("footnotes");
}

export function readFootnotes(section: Element, read: (element: Element) => Node[]): Node[] {
  return itemsIn(section).flatMap((item) => {
    const label = labelFrom(stringOf(item, "dataFootnote") ?? stringOf(item, "id") ?? "");
    return label === null ? [] : [schema.nodes.footnote.create({ label }, startingWithParagraph(read(item)))];
  });
}

export function isBackReference(link: Element): boolean {
  const isBack = (name: string) => name === "footnote-backref" || name === "footnote-back";
  return link.properties.dataFootnoteBackref !== undefined || classesOf(link).some(isBack);
}

/** The label that a link refers to, if it is a reference to a footnote. */
export function footnoteLabelOf(link: Element): string | null {
  const own = stringOf(link, "dataFootnoteRef");
  if (own === null && !classesOf(link).includes("footnote-ref")) return null;
  return labelFrom(own || (stringOf(link, "href") ?? ""));
}

/** The outermost items; a list inside of a footnote is not a footnote. */
function itemsIn(parent: Element): Element[] {
  return parent.children.flatMap((child) => {
    if (child.type !== "element") return [];
    return child.tagName === "li" ? [child] : itemsIn(child);
  });
}

function labelFrom(name: string): string | null {
  const label = name
    .replace(/^#/, "")
    .replace(/^user-content-/, "")
    .replace(/^fn[-:]?(?=.)/, "");
  return FOOTNOTE_LABEL.test(label) ? label : null;
}
