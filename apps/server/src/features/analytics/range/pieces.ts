import { day, hour } from "../../events/limits.js";
import type { Span } from "./cut-buckets.js";

export interface Pieces {
  /** Whole UTC days. */
  days: Span | null;
  /** One whole UTC hour. */
  hour: Span | null;
  /** What no rollup covers. */
  edges: Span[];
}

/**
 * Takes a span apart so that visitors may be counted piece by piece and added up: a digest belongs to one UTC day, so
 * pieces that meet at UTC midnight have no visitor in common.
 */
export function piecesOf({ from, to }: Span): Pieces {
  const first = Math.ceil(from / day) * day;
  const last = Math.floor(to / day) * day;
  if (first < last) {
    const edges = [
      { from, to: first },
      { from: last, to },
    ].filter((edge) => edge.from < edge.to);
    return { days: { from: first, to: last }, hour: null, edges };
  }
  const isHour = from % hour === 0 && to - from === hour;
  return isHour
    ? { days: null, hour: { from, to }, edges: [] }
    : { days: null, hour: null, edges: [{ from, to }] };
}
