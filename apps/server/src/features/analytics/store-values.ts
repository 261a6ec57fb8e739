import { type SQL, sql } from "drizzle-orm";
import type { Queries } from "../../db/database.js";
import { textArray } from "./sql.js";
import type { CountsRow } from "./store-rollups.js";

export type Metric = "visitors" | "views" | "events";

export type ValueRow = CountsRow & { value: string };

/** What limits a list of values: the first so many by a metric, or those that are named. */
export type Choice = { sort: Metric; limit: number } | { only: readonly string[] };

export const chosen = (choice: Choice): SQL =>
  "only" in choice ? sql`value = any(${textArray(choice.only)})` : sql`true`;

/** Adds up what several sources counted by value. */
export async function sumValues(
  queries: Queries,
  sources: readonly SQL[],
  choice: Choice,
): Promise<ValueRow[]> {
  const order =
    "only" in choice
      ? sql``
      : sql`order by ${sql.raw(choice.sort)} desc, value collate "C" limit ${choice.limit}`;
  const { rows } = await queries.execute<{
    value: string;
    visitors: number;
    views: number;
    events: number;
  }>(sql`
    select value, sum(visitors)::float8 as visitors, sum(views)::float8 as views, sum(events)::float8 as events
    from (${sql.join([...sources], sql` union all `)}) as counted
    group by value ${order}`);
  return rows;
}
