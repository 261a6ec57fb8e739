import { asHashed, asProbe, type Check } from "./check.js";
import { countUpTo } from "./count-ids.js";
import type { FindContext } from "./find-context.js";
import { oneEntry } from "./one-entry.js";
import type { SortColumn } from "./sort-columns.js";
import { Parameters, type Reader } from "./statement.js";

export interface Walked {
  id: string;
  key: string | number;
  /** What was read along, where that was asked for. */
  row?: unknown[];
}

/** Where a walk begins: behind a value, or behind one entry among those that share it. */
export interface WalkStart {
  value: string | number;
  id?: string;
}

/** How a walk asks whether a condition holds. */
interface Manner {
  /** Conditions whose ids are read at once and hashed; the others are looked up for each entry. */
  isHashed(check: Check): boolean;
  /** How many ids a hashed set has at most. */
  mostHashed: number;
  /** How many entries are looked at, where that is bounded. */
  bound: number | null;
}

const isCounted = ({ count }: Check): boolean => count?.atLeast === false;
const mostHashedUsually = 100_000;

/** The first entries along a column for which all conditions hold. */
export async function walk(
  context: FindContext,
  checks: readonly Check[],
  lead: SortColumn,
  start: WalkStart | null,
  need: number,
): Promise<Walked[]> {
  const { reader, thresholds } = context;
  const isLed = (check: Check): boolean => check.lead?.name === lead.name && !check.also;
  const isCheap = checks.every((check) => isLed(check) || (isCounted(check) && !check.also));
  const bound = isCheap ? null : Math.max(thresholds.probed, 10 * need);
  const first = { isHashed: isCounted, mostHashed: mostHashedUsually, bound };
  const rows = await readWalk(reader.rows, context, checks, lead, start, need, first);
  if (rows.length === need || bound === null) return rows;
  // What is asked for is rare, or lies at the far end of the order.
  const uncounted = checks.filter((check) => !isCounted(check) && check.lead?.name !== lead.name);
  await countUpTo(context, uncounted, () => thresholds.hashedAtLast);
  const last = { isHashed: isCounted, mostHashed: 2 * thresholds.hashedAtLast, bound: null };
  return readWalk(reader.rowsWithMemory, context, checks, lead, start, need, last);
}

async function readWalk(
  read: Reader["rows"],
  { scope, rowColumns }: FindContext,
  checks: readonly Check[],
  lead: SortColumn,
  start: WalkStart | null,
  need: number,
  { isHashed, mostHashed, bound }: Manner,
): Promise<Walked[]> {
  const parameters = new Parameters(scope);
  const { table, column, id, descending } = lead;
  const inner = [lead.scope(parameters)];
  const outer: string[] = [];
  if (start) inner.push(behind(parameters, lead, start));
  for (const check of checks) {
    if (check.lead?.name === lead.name) inner.push(check.lead.on(parameters, "s"));
    else if (check.ids && isHashed(check)) inner.push(asHashed(check, parameters, `s.${id}`, mostHashed));
    else if (check.ids) outer.push(asProbe(check, parameters, "w.id"));
    if (check.also) outer.push(check.also(parameters));
  }
  const direction = descending ? "desc" : "asc";
  const orderOf = (key: string, tie: string) =>
    column === id ? `${tie} ${direction}` : `${key} ${direction}, ${tie} ${direction}`;
  const along =
    `select s.${id} as id, s.${column} as key from ${table} s where ${inner.join(" and ")} ` +
    `order by ${orderOf(`s.${column}`, `s.${id}`)}`;
  const limit = parameters.add(need);
  // The row itself is read for whoever passed, where it has a say or is asked for.
  const isIndexEnough = table === "entries" && outer.length === 0;
  if (isIndexEnough && !rowColumns) return toWalked(await read(`${along} limit ${limit}`, parameters.values));
  const walked = isIndexEnough
    ? `${along} limit ${limit}`
    : bound === null
      ? along
      : `${along} limit ${parameters.add(bound)}`;
  const { columns, tables } = rowColumns?.(parameters) ?? { columns: [], tables: [] };
  const text =
    `select ${["w.id", "w.key", ...columns].join(", ")} from (${walked}) w ` +
    `${[oneEntry("w.id"), ...tables].map((one) => `cross join ${one} `).join("")}` +
    `where ${["e.type_id = $2", "e.deleted_at is null", ...outer].join(" and ")} ` +
    `order by ${orderOf("w.key", "w.id")} limit ${limit}`;
  return toWalked(await read(text, parameters.values), rowColumns !== null);
}

/** The row's shape is the statement's above. */
const toWalked = (rows: unknown[][], isWhole = false): Walked[] =>
  (rows as [string, string | number, ...unknown[]][]).map(([id, key, ...row]) =>
    isWhole ? { id, key, row } : { id, key },
  );

/** Behind one entry, or behind all that share a value. */
function behind(parameters: Parameters, lead: SortColumn, { value, id }: WalkStart): string {
  const operator = lead.descending ? "<" : ">";
  const key = parameters.add(value);
  return id === undefined || lead.isUnique
    ? `s.${lead.column} ${operator} ${key}`
    : `(s.${lead.column}, s.${lead.id}) ${operator} (${key}, ${parameters.add(id)})`;
}
