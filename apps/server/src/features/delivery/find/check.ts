import type { Parameters } from "./statement.js";

/** A condition on its way into SQL. Row `e` is the entry that is looked at. */
export interface Check {
  /** It holds for the entries that `ids` leaves out. */
  negated: boolean;
  /**
   * Selects the ids of the entries it holds for, from what an index tells; `only` narrows that to one entry.
   * Null where nothing but the entry's own row tells.
   */
  ids: ((parameters: Parameters, only?: string) => string) | null;
  /** What counting the ids costs: an index alone tells, or entries are opened, or every text is read. */
  counting: "cheap" | "dear" | "none";
  /** Says the same as `ids` and `negated` of row `e`, where that is cheaper than looking for one id. */
  row: ((parameters: Parameters) => string) | null;
  /** What has to hold of row `e` besides. */
  also: ((parameters: Parameters) => string) | null;
  /** What the condition looks at, and the comparison on it under another table name: for the walk along it. */
  lead: { name: string; on(parameters: Parameters, table: string): string } | null;
  /** How many ids there are, once that was counted; `atLeast` where counting stopped. */
  count?: { ids: number; atLeast: boolean };
}

/** For a look at one entry after the other. */
export function asProbe(check: Check, parameters: Parameters, id: string): string {
  if (check.row) return check.row(parameters);
  // OFFSET keeps the planner from turning the look into a join, whose cost it misjudges.
  const found = `exists (${check.ids!(parameters, id)} offset 0)`;
  return check.negated ? `not ${found}` : found;
}

/**
 * For a look at many entries: the ids are read once and hashed. The limit is never reached; it keeps what the
 * planner expects below what it would refuse to hash.
 */
export function asHashed(check: Check, parameters: Parameters, id: string, most: number): string {
  // `is true` keeps it a set to look into, and the order of the walk with it. A join would lose that order.
  return `(${id} in (${check.ids!(parameters)} limit ${most})) is ${check.negated ? "not " : ""}true`;
}
