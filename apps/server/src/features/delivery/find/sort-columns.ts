import { fieldTypeOf } from "../../../field-types/registry.js";
import type { EntryColumn, SortKey } from "../query/content-query.js";
import { nameOf } from "../query/parse-sort.js";
import type { Parameters } from "./statement.js";

/** What entries are walked along: a table, its column in the order of an index, and how its rows are narrowed. */
export interface SortColumn {
  name: string;
  descending: boolean;
  /** No two entries share a value. */
  isUnique: boolean;
  /** Entries without a value are not in the table, and come last. */
  hasGaps: boolean;
  table: "entries" | "entry_index";
  column: string;
  id: string;
  /** Which rows of the table are candidates, under the name `s`. */
  scope(parameters: Parameters): string;
  /** The value of row `e`. */
  of(parameters: Parameters): string;
}

const columns: Record<EntryColumn, string> = {
  id: "id",
  slug: "slug",
  title: "title_prefix",
  createdAt: "created_at",
  updatedAt: "updated_at",
};

export function sortColumn({ path, descending }: SortKey): SortColumn {
  const shared = { name: nameOf(path), descending };
  if (path.of === "entry") {
    const column = columns[path.column];
    return {
      ...shared,
      isUnique: path.column === "id" || path.column === "slug",
      hasGaps: false,
      table: "entries",
      column,
      id: "id",
      scope: () => "s.organization_id = $1 and s.type_id = $2 and s.deleted_at is null",
      of: () => `e.${column}`,
    };
  }
  const column = fieldTypeOf(path.field).index.column === "number" ? "number_key" : "text_prefix";
  return {
    ...shared,
    isUnique: false,
    hasGaps: true,
    table: "entry_index",
    column,
    id: "entry_id",
    scope: (parameters) =>
      `s.organization_id = $1 and s.field_id = ${parameters.add(path.field.id)} and s.${column} is not null`,
    of: (parameters) =>
      `(select k.${column} from entry_index k where k.organization_id = $1 and k.entry_id = e.id and k.field_id = ${parameters.add(path.field.id)} and k.ordinal = 0)`,
  };
}

/** Entries by their ids alone. */
export const byId = (descending: boolean): SortColumn =>
  sortColumn({ path: { of: "entry", column: "id" }, descending });
