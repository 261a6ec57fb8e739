import type { ContentMatch, Mark, Node, NodeType } from "prosemirror-model";
import { checkAttributes, checkMarks, findType, isObject, type JsonObject } from "./check-attributes.js";
import { checkCharacters, kindOf, quote, refuse } from "./check-text.js";
import { DEEPEST_NESTING, LARGEST_INPUT, MOST_NODES } from "./limits.js";
import { schema } from "./schema.js";

const MEMBERS = ["type", "attrs", "content", "marks", "text"];

/** Reads ProseMirror JSON of our schema, or says where it is something else. */
export function checkDocument(value: unknown): Node {
  const doc = new Check().node(value, "doc", 1);
  if (doc.type !== schema.nodes.doc) {
    refuse("doc", `the outermost node is "${doc.type.name}". It must be "doc".`);
  }
  checkFootnoteLabels(doc);
  return doc;
}

class Check {
  #nodes = 0;
  #characters = 0;

  node(value: unknown, path: string, depth: number): Node {
    if (depth > DEEPEST_NESTING)
      refuse(path, `nested more than ${DEEPEST_NESTING} levels deep. Use fewer levels.`);
    if (!isObject(value))
      refuse(path, `${kindOf(value)} instead of a node. A node is an object with a "type".`);
    for (const member of Object.keys(value)) {
      if (MEMBERS.includes(member)) continue;
      refuse(path, `unknown member ${quote(member)}. Members of a node: ${MEMBERS.join(", ")}.`);
    }
    const type = findType(schema.nodes, value.type);
    if (!type)
      refuse(
        path,
        `unknown node ${quote(value.type)}. Known nodes: ${Object.keys(schema.nodes).join(", ")}.`,
      );
    this.#nodes++;
    if (this.#nodes > MOST_NODES) refuse(path, `the document has more than ${MOST_NODES} nodes. Split it.`);
    const spend = (text: string) => this.#spend(text, path);
    const marks = checkMarks(value.marks, `${path}.marks`, spend);
    if (type.isText) return this.#text(value, path, marks);
    if (value.text !== undefined) {
      refuse(path, `only a "text" node has a text. Put it into the content of "${type.name}".`);
    }
    const attrs = checkAttributes(value.attrs, type.name, type.spec.attrs ?? {}, `${path}.attrs`, spend);
    return type.create(attrs, this.#content(value.content, type, path, depth), marks);
  }

  #text(value: JsonObject, path: string, marks: readonly Mark[]): Node {
    const { text, content } = value;
    if (typeof text !== "string" || text === "") refuse(path, "a text node needs a text that is not empty.");
    if (content !== undefined) refuse(path, "a text node has no content.");
    this.#spend(text, path);
    checkCharacters(text, `${path}.text`);
    return schema.text(text, marks);
  }

  #content(value: unknown, type: NodeType, path: string, depth: number): Node[] {
    if (value !== undefined && !Array.isArray(value)) {
      refuse(`${path}.content`, `${kindOf(value)} instead of a list of nodes.`);
    }
    const items: readonly unknown[] = value ?? [];
    let match = type.contentMatch;
    const nodes = items.map((item, index) => {
      const place = `${path}.content[${index}]`;
      const node = this.node(item, place, depth + 1);
      match = checkPlace(node, match, type, place);
      return node;
    });
    if (!match.validEnd) refuse(path, `"${type.name}" is not complete. Next needed: ${possible(match)}.`);
    return nodes;
  }

  #spend(text: string, path: string): void {
    this.#characters += text.length;
    if (this.#characters <= LARGEST_INPUT) return;
    refuse(path, `the document is longer than ${LARGEST_INPUT} characters. Split it.`);
  }
}

function checkPlace(node: Node, match: ContentMatch, parent: NodeType, place: string): ContentMatch {
  const next = match.matchType(node.type);
  if (!next) {
    refuse(
      place,
      `"${node.type.name}" cannot stand here in "${parent.name}". Possible here: ${possible(match)}.`,
    );
  }
  const mark = node.marks.find((found) => !parent.allowsMarkType(found.type));
  if (mark) refuse(place, `"${parent.name}" takes no mark "${mark.type.name}". Remove the mark.`);
  return next;
}

function possible(match: ContentMatch): string {
  const names = Array.from({ length: match.edgeCount }, (_, index) => match.edge(index).type.name);
  return names.length > 0 ? names.join(", ") : "nothing";
}

function checkFootnoteLabels(doc: Node): void {
  if (doc.lastChild?.type !== schema.nodes.footnotes) return;
  const seen = new Set<string>();
  doc.lastChild.children.forEach((footnote, index) => {
    const { label } = footnote.attrs;
    const path = `doc.content[${doc.childCount - 1}].content[${index}].attrs.label`;
    if (seen.has(label)) refuse(path, `a second footnote ${quote(label)}. Give each footnote its own label.`);
    seen.add(label);
  });
}
