import type { Attrs, Mark, Node, NodeType } from "prosemirror-model";
import { schema } from "./schema.js";

/**
 * Sorts a stream of inline content and blocks into blocks: inline content gathers in a text block until the
 * next block begins.
 */
export class Flow {
  readonly blocks: Node[] = [];
  #inline: Node[] = [];
  #type: NodeType = schema.nodes.paragraph;
  #attrs: Attrs | null = null;

  text(text: string, marks: readonly Mark[]): void {
    if (text !== "") this.#inline.push(schema.text(text, marks));
  }

  inline(node: Node): void {
    this.#inline.push(node);
  }

  add(block: Node): void {
    this.endTextblock();
    this.blocks.push(block);
  }

  endTextblock(): void {
    if (this.#inline.some((node) => !node.isText || /[^ \t\n\f\r]/.test(node.text ?? ""))) {
      this.blocks.push(this.#type.create(this.#attrs, this.#inline));
    }
    this.#inline = [];
  }

  /** What `fill` adds goes into text blocks of this type, not into paragraphs. */
  within(type: NodeType, attrs: Attrs | null, fill: () => void): void {
    this.endTextblock();
    const [outerType, outerAttrs] = [this.#type, this.#attrs];
    this.#type = type;
    this.#attrs = attrs;
    fill();
    this.endTextblock();
    this.#type = outerType;
    this.#attrs = outerAttrs;
  }
}
