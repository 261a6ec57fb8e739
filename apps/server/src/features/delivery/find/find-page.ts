import type { EntryId } from "@lintel/contract";
import type { ContentQuery } from "../query/content-query.js";
import type { Position } from "../query/cursor.js";
import type { Check } from "./check.js";
import { compileChecks } from "./compile-checks.js";
import { countIds } from "./count-ids.js";
import { type FindContext, type RowColumns, type Thresholds, usualThresholds } from "./find-context.js";
import { gather, readSorted, type Sorted, sortRows } from "./gather.js";
import { sameValueCheck } from "./same-value-check.js";
import { byId, type SortColumn, sortColumn } from "./sort-columns.js";
import type { Reader, Scope } from "./statement.js";
import { walk } from "./walk.js";

/** An entry that was found, and its row where it was read along. */
export interface Found extends Position {
  row?: unknown[];
}

export interface FindOptions {
  thresholds?: Thresholds;
  rowColumns?: RowColumns;
}

/** The first `need` entries behind a position, in the order of the query. */
export async function findPage(
  reader: Reader,
  scope: Scope,
  query: Pick<ContentQuery, "where" | "search" | "sort">,
  after: Position | null,
  need: number,
  options: FindOptions = {},
): Promise<Found[]> {
  const { thresholds = usualThresholds, rowColumns = null } = options;
  const context = { reader, scope, thresholds, rowColumns };
  const columns = query.sort.map(sortColumn);
  const found = await find(context, compileChecks(query), columns, after, need);
  return found.map((one) => ({ ...one, id: one.id as EntryId }));
}

/**
 * Few candidates are read and sorted; many are walked in the order of an index. Which it is, the bounded counts of
 * the conditions decide. Docs: docs/decisions/0004-index-strategy.md.
 */
async function find(
  context: FindContext,
  checks: Check[],
  columns: SortColumn[],
  after: Sorted | null,
  need: number,
): Promise<Sorted[]> {
  const [lead] = columns;
  if (checks.some((check) => check.lead?.name !== lead?.name || columns.length > 1))
    await countIds(context, checks);
  const driver = smallest(checks);
  if (driver?.count && driver.count.ids <= context.thresholds.few && !driver.count.atLeast) {
    const rows = await gather(context, checks, driver, columns);
    return sortRows(rows, columns, after).slice(0, need);
  }
  if (!lead) return [];
  return columns.length === 1 || lead.isUnique
    ? findByOne(context, checks, lead, after, need)
    : findByMany(context, checks, lead, columns.slice(1), after, need);
}

function smallest(checks: Check[]): Check | undefined {
  const driving = checks.filter((check) => !check.negated && check.count);
  return driving.sort((a, b) => a.count!.ids - b.count!.ids)[0];
}

/** Along one column: those that have a value, then those that have none, by their ids. */
async function findByOne(
  context: FindContext,
  checks: Check[],
  lead: SortColumn,
  after: Sorted | null,
  need: number,
): Promise<Sorted[]> {
  const found: Sorted[] = [];
  const [value] = after?.values ?? [];
  if (value !== null) {
    const from = after && value !== undefined ? { value, id: after.id } : null;
    const rows = await walk(context, checks, lead, from, need);
    found.push(...rows.map(({ key, ...one }) => ({ ...one, values: [key] })));
  }
  if (found.length === need || !lead.hasGaps) return found;
  const empty = [...checks, sameValueCheck(lead, null)];
  await countIds(context, empty);
  const from = after && value === null ? { value: after.id } : null;
  const rows = await walk(context, empty, byId(lead.descending), from, need - found.length);
  return [...found, ...rows.map(({ key: _, ...one }) => ({ ...one, values: [null] }))];
}

/**
 * Along the first of many columns: entries that share its value are found by the other columns, so that a large
 * group (a checkbox, a rating) is never read whole.
 */
async function findByMany(
  context: FindContext,
  checks: Check[],
  lead: SortColumn,
  rest: SortColumn[],
  after: Sorted | null,
  need: number,
): Promise<Sorted[]> {
  const found: Sorted[] = [];
  const addGroup = async (value: Sorted["values"][number], behind: Sorted | null): Promise<void> => {
    const same = [...checks, sameValueCheck(lead, value)];
    const group = await find(context, same, rest, behind, need - found.length);
    found.push(...group.map((one) => ({ ...one, values: [value, ...one.values] })));
  };

  let past: Sorted["values"][number] | undefined = after?.values[0];
  if (after && past !== undefined) await addGroup(past, { id: after.id, values: after.values.slice(1) });
  while (found.length < need && past !== null) {
    const asked = need - found.length + 1;
    const from = past === undefined ? null : { value: past };
    const rows = await walk({ ...context, rowColumns: null }, checks, lead, from, asked);
    const last = rows.at(-1)?.key;
    const isEnd = rows.length < asked;
    const whole = isEnd ? rows : rows.filter((row) => row.key !== last);
    if (whole.length > 0) {
      const ids = whole.map((row) => row.id);
      found.push(...sortRows(await readSorted(context, ids, [lead, ...rest]), [lead, ...rest], null));
    }
    if (isEnd || last === undefined) past = null;
    else {
      await addGroup(last, null);
      past = last;
    }
    if (past === null && lead.hasGaps && found.length < need) await addGroup(null, null);
  }
  return found.slice(0, need);
}
