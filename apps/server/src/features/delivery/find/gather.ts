import type { SortValue } from "../query/cursor.js";
import { asProbe, type Check } from "./check.js";
import type { FindContext } from "./find-context.js";
import { oneEntry } from "./one-entry.js";
import type { SortColumn } from "./sort-columns.js";
import { Parameters, type Reader } from "./statement.js";

/** An entry and what it is sorted by. */
export interface Sorted {
  id: string;
  values: SortValue[];
  /** What was read along, where that was asked for and cost nothing. */
  row?: unknown[];
}

/** All entries for which the conditions hold, in no order, found from the ids of one of them. */
export function gather(
  { reader, scope }: FindContext,
  checks: readonly Check[],
  driver: Check,
  columns: readonly SortColumn[],
): Promise<Sorted[]> {
  const parameters = new Parameters(scope);
  const ids = driver.ids!(parameters);
  const conditions = checks.flatMap((check) => [
    ...(check === driver || !check.ids ? [] : [asProbe(check, parameters, "e.id")]),
    ...(check.also ? [check.also(parameters)] : []),
  ]);
  const source =
    `with ids (id) as materialized (${ids}), few as materialized (select distinct id from ids) ` +
    `select e.id${valuesOf(columns, parameters)} from few cross join ${oneEntry("few.id")}`;
  return read(reader, source, conditions, parameters);
}

/** What these entries are sorted by. */
export function readSorted(
  { reader, scope }: FindContext,
  ids: readonly string[],
  columns: readonly SortColumn[],
): Promise<Sorted[]> {
  const parameters = new Parameters(scope);
  const source = `select e.id${valuesOf(columns, parameters)} from unnest(${parameters.add(ids)}::text[]) as asked (id) cross join ${oneEntry("asked.id")}`;
  return read(reader, source, [], parameters);
}

const valuesOf = (columns: readonly SortColumn[], parameters: Parameters): string =>
  columns.map((column) => `, ${column.of(parameters)}`).join("");

async function read(
  reader: Reader,
  source: string,
  conditions: readonly string[],
  parameters: Parameters,
): Promise<Sorted[]> {
  const where = ["e.type_id = $2", "e.deleted_at is null", ...conditions].join(" and ");
  const rows = await reader.rows(`${source} where ${where}`, parameters.values);
  return rows.map(([id, ...values]) => ({ id: String(id), values: values as SortValue[] }));
}

/** Puts rows in order, nulls last in both directions and ties by id, and drops those up to a position. */
export function sortRows(rows: Sorted[], columns: readonly SortColumn[], after: Sorted | null): Sorted[] {
  const isLess = (a: Sorted, b: Sorted): number => {
    for (const [at, { descending }] of columns.entries()) {
      const order = compareValues(a.values[at] ?? null, b.values[at] ?? null, descending);
      if (order !== 0) return order;
    }
    const byId = compareText(a.id, b.id);
    return columns.at(-1)?.descending ? -byId : byId;
  };
  const behind = after ? rows.filter((row) => isLess(row, after) > 0) : rows;
  return behind.sort(isLess);
}

function compareValues(a: SortValue, b: SortValue, descending: boolean): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  const order = typeof a === "number" && typeof b === "number" ? a - b : compareText(String(a), String(b));
  return descending ? -order : order;
}

/** Bytewise, as the database does it: by code points, where JavaScript compares UTF-16 units. */
const compareText = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
