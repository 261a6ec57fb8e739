import type { Mark, Node } from "prosemirror-model";
import { schema } from "./schema.js";

/** `partner` is the index of the part that closes, or opened, the same stretch of a mark. */
export type Part =
  | { kind: "node"; node: Node; isCode: boolean }
  | { kind: "open" | "close"; mark: Mark; partner: number };

type Active = { mark: Mark; end: number; at: number };

const { link, code } = schema.marks;

/**
 * Turns inline content, where marks may overlap, into parts that nest. A mark that reaches further opens
 * further out, and a link is never cut in two. Code is left to its text: nothing opens inside of it.
 */
export function arrangeMarks(children: readonly Node[]): Part[] {
  const parts: Part[] = [];
  if (children.every((node) => node.marks.length === 0)) {
    for (const node of children) parts.push({ kind: "node", node, isCode: false });
    return parts;
  }
  const ends = runEnds(children);
  const active: Active[] = [];
  const closeDownTo = (depth: number) => {
    while (active.length > depth) {
      const top = active.pop();
      const opening = top && parts[top.at];
      if (opening === undefined || opening.kind === "node") return;
      opening.partner = parts.length;
      parts.push({ kind: "close", mark: opening.mark, partner: top?.at ?? -1 });
    }
  };
  children.forEach((node, index) => {
    const wanted = node.marks.flatMap((mark, place) =>
      mark.type === code ? [] : [{ mark, end: ends[index]?.[place] ?? index }],
    );
    closeDownTo(depthToKeep(active, wanted));
    const opening = wanted.filter(({ mark }) => !active.some((open) => open.mark.eq(mark)));
    opening.sort((a, b) => b.end - a.end);
    for (const { mark, end } of opening) {
      active.push({ mark, end, at: parts.length });
      parts.push({ kind: "open", mark, partner: -1 });
    }
    parts.push({ kind: "node", node, isCode: code.isInSet(node.marks) !== undefined });
  });
  closeDownTo(0);
  return parts;
}

/** How many open marks may stay open: not one that ends here, nor one that would end inside of a new link. */
function depthToKeep(active: readonly Active[], wanted: readonly { mark: Mark; end: number }[]): number {
  const newLink = wanted.find(({ mark }) => mark.type === link && !active.some((open) => open.mark.eq(mark)));
  const first = active.findIndex(
    ({ mark, end }) => !wanted.some((want) => want.mark.eq(mark)) || (newLink && end < newLink.end),
  );
  return first < 0 ? active.length : first;
}

/** For each child and each of its marks in turn, the last child that the mark reaches without a gap. */
function runEnds(children: readonly Node[]): number[][] {
  const ends: number[][] = new Array(children.length);
  for (let index = children.length - 1; index >= 0; index--) {
    const next = children[index + 1]?.marks ?? [];
    ends[index] = (children[index]?.marks ?? []).map((mark) => {
      const place = next.findIndex((other) => other.eq(mark));
      return place < 0 ? index : (ends[index + 1]?.[place] ?? index);
    });
  }
  return ends;
}
