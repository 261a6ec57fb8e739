import { asHashed, asProbe, type Check, mostHashed } from "./check.js";
import { countUpTo } from "./count-ids.js";
import type { SortColumn } from "./sort-columns.js";
import { Parameters, type Reader, type Scope } from "./statement.js";

export interface Walked {
  id: string;
  key: string | number;
}

/** Where a walk begins: behind a value, or behind one entry among those that share it. */
export interface WalkStart {
  value: string | number;
  id?: string;
}

/** How many entries are looked at one by one before their sets are worth reading whole. */
const mostProbed = 1_000;

/** The first entries along a column for which all conditions hold. */
export async function walk(
  reader: Reader,
  scope: Scope,
  checks: readonly Check[],
  lead: SortColumn,
  start: WalkStart | null,
  need: number,
): Promise<Walked[]> {
  const isBounded = checks.some((check) => !isSmall(check) && !isLed(check, lead));
  const bound = isBounded ? Math.max(mostProbed, 10 * need) : null;
  const rows = await run(reader, scope, checks, lead, start, need, bound, isSmall);
  if (rows.length === need || bound === null) return rows;
  // What is asked for is rare, or lies at the far end of the order.
  await countUpTo(
    reader,
    scope,
    checks.filter((check) => !isSmall(check)),
    mostHashed - 1,
  );
  return run(reader, scope, checks, lead, start, need, null, (check) => check.count?.atLeast === false);
}

const isSmall = ({ count }: Check): boolean => count?.atLeast === false;

const isLed = (check: Check, lead: SortColumn): boolean => check.lead?.name === lead.name && !check.also;

async function run(
  reader: Reader,
  scope: Scope,
  checks: readonly Check[],
  lead: SortColumn,
  start: WalkStart | null,
  need: number,
  bound: number | null,
  isHashed: (check: Check) => boolean,
): Promise<Walked[]> {
  const parameters = new Parameters(scope);
  const { table, column, id, descending } = lead;
  const direction = descending ? "desc" : "asc";
  const inner = [lead.scope(parameters)];
  const outer: string[] = [];
  if (start) inner.push(behind(parameters, lead, start));
  for (const check of checks) {
    if (check.lead?.name === lead.name) inner.push(check.lead.on(parameters, "s"));
    else if (check.ids && isHashed(check)) inner.push(asHashed(check, parameters, `s.${id}`));
    else if (check.ids) outer.push(asProbe(check, parameters, "w.id"));
    if (check.also) outer.push(check.also(parameters));
  }
  const order = (name: string, key: string) =>
    key === "id" && lead.column === "id"
      ? `${name}.id ${direction}`
      : `${name}.${key} ${direction}, ${name}.id ${direction}`;
  const source =
    `select s.${id} as id, s.${column} as key from ${table} s where ${inner.join(" and ")} ` +
    `order by s.${column} ${direction}${column === id ? "" : `, s.${id} ${direction}`}`;
  // The row itself is read for whoever passed, and where it has a say.
  const needsRow = table !== "entries" || outer.length > 0;
  const limit = parameters.add(need);
  const text = needsRow
    ? `select w.id, w.key from (${source}${bound === null ? "" : ` limit ${parameters.add(bound)}`}) w ` +
      "join entries e on e.organization_id = $1 and e.id = w.id " +
      `where ${["e.type_id = $2", "e.deleted_at is null", ...outer].join(" and ")} ` +
      `order by ${order("w", "key")} limit ${limit}`
    : `${source} limit ${limit}`;
  const rows = await reader.rows(text, parameters.values);
  return rows.map(([id, key]) => ({ id: String(id), key: key as string | number }));
}

/** Behind one entry, or behind all that share a value. */
function behind(parameters: Parameters, lead: SortColumn, { value, id }: WalkStart): string {
  const operator = lead.descending ? "<" : ">";
  const key = parameters.add(value);
  return id === undefined || lead.isUnique
    ? `s.${lead.column} ${operator} ${key}`
    : `(s.${lead.column}, s.${lead.id}) ${operator} (${key}, ${parameters.add(id)})`;
}
