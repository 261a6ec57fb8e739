import type { Check } from "./check.js";
import type { SortColumn } from "./sort-columns.js";
import type { Parameters } from "./statement.js";

/** Entries that share a sort value: what a list of many keys is put in order within. */
export function sameValueCheck({ table, column, id, scope, hasGaps }: SortColumn, value: unknown): Check {
  const ids = (parameters: Parameters, only?: string) => {
    const same = value === null ? "" : ` and s.${column} = ${parameters.add(value)}`;
    return `select s.${id} from ${table} s where ${scope(parameters)}${same}${only ? ` and s.${id} = ${only}` : ""}`;
  };
  return {
    negated: value === null && hasGaps,
    ids,
    counting: "cheap",
    row: null,
    also: null,
    lead: null,
  };
}
