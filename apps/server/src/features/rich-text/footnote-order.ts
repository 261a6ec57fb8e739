import type { Node } from "prosemirror-model";
import { schema } from "./schema.js";

/** Footnotes in the order of their first reference, then those nothing refers to. The first of a label wins. */
export function orderFootnotes(body: readonly Node[], footnotes: readonly Node[]): Node[] {
  if (footnotes.length === 0) return [];
  const waiting = new Map<string, Node>();
  for (const footnote of footnotes) {
    if (!waiting.has(footnote.attrs.label)) waiting.set(footnote.attrs.label, footnote);
  }
  const ordered: Node[] = [];
  const take = (label: string) => {
    const footnote = waiting.get(label);
    if (footnote === undefined) return;
    waiting.delete(label);
    ordered.push(footnote);
  };
  for (const block of body) referencesIn(block).forEach(take);
  for (let index = 0; index < ordered.length || waiting.size > 0; index++) {
    // Nothing refers to the next one, but it may itself refer to others.
    if (index >= ordered.length) take(waiting.keys().next().value ?? "");
    const footnote = ordered[index];
    if (footnote) referencesIn(footnote).forEach(take);
  }
  return ordered;
}

function referencesIn(node: Node): string[] {
  const labels: string[] = [];
  node.descendants((child) => {
    if (child.type === schema.nodes.footnoteReference) labels.push(child.attrs.label);
  });
  return labels;
}
