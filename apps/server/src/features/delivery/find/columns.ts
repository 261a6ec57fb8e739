import type { EntryColumn, Test } from "../query/content-query.js";
import type { Column } from "./compare.js";

/** A column of `entries` under a table's name. */
export function entryColumn(column: EntryColumn, table: string): Column {
  switch (column) {
    case "title":
      return { kind: "text", prefix: `${table}.title_prefix`, whole: `${table}.title_key` };
    case "createdAt":
      return { kind: "plain", name: `${table}.created_at` };
    case "updatedAt":
      return { kind: "plain", name: `${table}.updated_at` };
    default:
      return { kind: "plain", name: `${table}.${column}` };
  }
}

/** Exact texts to compare besides the folded ones, where the type has any. */
export const exactOf = (test: Test): string[] | null =>
  test.kind === "any" && test.operands.every(({ exact }) => exact !== undefined)
    ? test.operands.map(({ exact }) => exact ?? "")
    : null;
