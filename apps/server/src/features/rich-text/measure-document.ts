import type { Attrs, Node } from "prosemirror-model";
import { DEEPEST_NESTING, LARGEST_INPUT, MOST_NODES, RichTextError } from "./limits.js";

type Size = { nodes: number; characters: number };

/**
 * Holds a document to the limits that JSON is held to, whichever form it came in: what was accepted once can be
 * sent back as it was stored.
 */
export function checkSize(doc: Node): void {
  const size = { nodes: 0, characters: 0 };
  measure(doc, 1, size);
  if (size.nodes > MOST_NODES) {
    throw new RichTextError(
      `The document has ${size.nodes} nodes. At most ${MOST_NODES} are allowed; split it.`,
    );
  }
  if (size.characters > LARGEST_INPUT) {
    throw new RichTextError(
      `The document holds ${size.characters} characters. At most ${LARGEST_INPUT} are allowed; split it.`,
    );
  }
}

function measure(node: Node, depth: number, size: Size): void {
  if (depth > DEEPEST_NESTING) {
    throw new RichTextError(
      `The document is nested more than ${DEEPEST_NESTING} levels deep. Use fewer nested quotes and lists.`,
    );
  }
  size.nodes++;
  size.characters += (node.text?.length ?? 0) + lengthOf(node.attrs);
  for (const mark of node.marks) size.characters += lengthOf(mark.attrs);
  for (const child of node.children) measure(child, depth + 1, size);
}

function lengthOf(attrs: Attrs): number {
  let length = 0;
  for (const name in attrs) if (typeof attrs[name] === "string") length += attrs[name].length;
  return length;
}
