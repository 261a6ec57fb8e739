import type { FieldId } from "@lintel/contract";
import type { ModelField } from "../../model/model.js";

/** What every entry has, whatever its type. */
export type EntryColumn = "id" | "slug" | "title" | "createdAt" | "updatedAt";

/** What a condition or a sort looks at. */
export type Path =
  | { of: "entry"; column: EntryColumn }
  | { of: "field"; field: ModelField }
  /** The slug or title of what a reference points to. */
  | { of: "target"; field: ModelField; column: "slug" | "title" };

/** A value to compare with. `exact` is compared besides where the key, being folded, says less. */
export interface Operand {
  key: string | number;
  exact?: string;
}

/** What has to hold of a value, or of one value of a list. */
export type Test =
  | { kind: "any"; operands: Operand[] }
  | { kind: "compare"; by: "<" | "<=" | ">" | ">="; key: string | number }
  | { kind: "contains"; text: string }
  | { kind: "starts"; text: string }
  | { kind: "exists" };

/** Negated, it holds wherever the test does not: also for entries whose field is empty. */
export interface Condition {
  path: Path;
  test: Test;
  negated: boolean;
}

export interface SortKey {
  path: Exclude<Path, { of: "target" }>;
  descending: boolean;
}

/** References to expand, by field, each with those to expand of what it points to. */
export type Includes = ReadonlyMap<FieldId, { field: ModelField; within: Includes }>;

/** Which fields an answer carries. */
export interface Projection {
  /** Keys as they were asked for; null for all. */
  keys: ReadonlySet<string> | null;
  include: Includes;
}

export interface ContentQuery extends Projection {
  /** Null for all, up to what an answer holds. */
  limit: number | null;
  cursor: string | null;
  where: Condition[];
  sort: SortKey[];
  search: string | null;
  /** The query without its paging, in one spelling: two queries that ask for the same have the same. */
  canonical: string;
}

export const noIncludes: Includes = new Map();
