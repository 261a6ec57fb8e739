import type { OrganizationId } from "@lintel/contract";
import { type SQL, sql } from "drizzle-orm";
import type { Queries } from "../../db/database.js";
import { hour } from "../events/limits.js";
import type { Question } from "./question.js";
import type { Span } from "./range/cut-buckets.js";
import { all, column, date, dayArray, meets, presentEventName, timeArray, timestamp } from "./sql.js";

export interface CountsRow {
  visitors: number;
  views: number;
  events: number;
}

export type Grain = "hour" | "day";

const tables = { hour: sql.raw("event_hours"), day: sql.raw("event_days") };
const instantOf = (grain: Grain, at: number): SQL => (grain === "day" ? date(at) : timestamp(at));
const listOf = (grain: Grain, instants: number[]): SQL =>
  grain === "day" ? dayArray(instants) : timeArray(instants);

/** The value of a row of a rollup as events have it now. */
const presentValue = (dimension: string, { names }: Question): SQL =>
  dimension === "event" ? presentEventName(column("value"), names) : column("value");

const conditionsOf = (dimension: string, question: Question): SQL =>
  all(question.conditions.map((one) => meets(presentValue(dimension, question), one, question.names)));

/** What was counted within each span, by the span's place in the list. Spans are whole days, or whole hours. */
export async function readRollups(
  queries: Queries,
  grain: Grain,
  dimension: string,
  question: Question,
  spans: readonly Span[],
): Promise<(CountsRow & { place: number })[]> {
  const { rows } = await queries.execute<{
    place: number;
    visitors: number;
    views: number;
    events: number;
  }>(sql`
    select span.place::int as place, ${sums}
    from unnest(${listOf(
      grain,
      spans.map(({ from }) => from),
    )}, ${listOf(
      grain,
      spans.map(({ to }) => to),
    )}) with ordinality as span("from", "to", place)
    join ${tables[grain]} on organization_id = ${question.organizationId} and dimension = ${dimension}
      and ${column(grain)} >= span."from" and ${column(grain)} < span."to"
    where not other and ${conditionsOf(dimension, question)}
    group by 1`);
  return rows.map((row) => ({ ...row, place: row.place - 1 }));
}

const sums = sql.raw(
  "sum(visitors)::float8 as visitors, sum(views)::float8 as views, sum(events)::float8 as events",
);

/**
 * Whether the rows say all of it: not where values that are asked for may be among the rare ones of a bucket, and not
 * where several values of one bucket share visitors.
 */
export async function areRollupsExact(
  queries: Queries,
  grain: Grain,
  dimension: string,
  question: Question,
  { from, to }: Span,
): Promise<boolean> {
  if (dimension === "total") return true;
  const isOneValue = question.conditions.some(
    ({ operator, subject }) => operator === "eq" && "dimension" in subject && subject.dimension !== "event",
  );
  const met = sql`count(*) filter (where not other and ${conditionsOf(dimension, question)})`;
  const { rows } = await queries.execute(sql`
    select 1 from ${tables[grain]}
    where organization_id = ${question.organizationId} and dimension = ${dimension}
      and ${column(grain)} >= ${instantOf(grain, from)} and ${column(grain)} < ${instantOf(grain, to)}
    group by ${column(grain)}
    having ${met} > 1 or (bool_or(other) and not (${isOneValue} and ${met} = 1))
    limit 1`);
  return rows.length === 0;
}

/** Counts by value over whole days, for a query that goes on with them. */
export const dailyValues = (dimension: string, question: Question, { from, to }: Span): SQL => sql`
  select ${presentValue(dimension, question)} as value, visitors, views, events from event_days
  where organization_id = ${question.organizationId} and dimension = ${dimension}
    and "day" >= ${date(from)} and "day" < ${date(to)} and not other
    and ${conditionsOf(dimension, question)}`;

/** What was too rare on a day to have a row of its own, all of it together; undefined where nothing was. */
export async function readRare(
  queries: Queries,
  organizationId: OrganizationId,
  dimension: string,
  { from, to }: Span,
): Promise<CountsRow | undefined> {
  const { rows } = await queries.execute<{
    visitors: number;
    views: number;
    events: number;
    days: number;
  }>(sql`
    select ${sums}, count(*)::int as days from event_days
    where organization_id = ${organizationId} and dimension = ${dimension}
      and "day" >= ${date(from)} and "day" < ${date(to)} and other`);
  const [{ days, ...counts } = { days: 0, visitors: 0, views: 0, events: 0 }] = rows;
  return days > 0 ? counts : undefined;
}

/** Whether one event had two of its names on one day, so that its visitors may have been counted twice. */
export async function haveNamesMet(
  queries: Queries,
  question: Question,
  { from, to }: Span,
): Promise<boolean> {
  if (question.names.oldEventNames.length === 0) return false;
  const { rows } = await queries.execute(sql`
    select 1 from event_days
    where organization_id = ${question.organizationId} and dimension = 'event'
      and "day" >= ${date(from)} and "day" < ${date(to)} and not other
    group by "day", ${presentValue("event", question)} having count(*) > 1 limit 1`);
  return rows.length > 0;
}

/** How many events there are, as far as they were rolled up: what counting them one by one would cost. */
export async function countRolledUp(
  queries: Queries,
  organizationId: OrganizationId,
  spans: readonly Span[],
): Promise<number> {
  const { rows } = await queries.execute<{ events: number }>(sql`
    select coalesce(sum(events), 0)::float8 as events
    from unnest(${timeArray(spans.map(({ from }) => Math.floor(from / hour) * hour))},
      ${timeArray(spans.map(({ to }) => to))}) as span("from", "to")
    join event_hours on organization_id = ${organizationId} and dimension = 'total'
      and "hour" >= span."from" and "hour" < span."to"`);
  return rows[0]?.events ?? 0;
}

/** Whether events came in that the rollups of a span lack. */
export async function isPending(
  queries: Queries,
  organizationId: OrganizationId,
  grain: Grain,
  { from, to }: Span,
): Promise<boolean> {
  const { rows } = await queries.execute<{ pending: boolean }>(sql`
    select exists (
      select 1 from event_marks where organization_id = ${organizationId}
        and "hour" >= ${timestamp(from)} and "hour" < ${timestamp(to)}
    ) or exists (
      select 1 from event_dirty_days where ${grain === "day"} and organization_id = ${organizationId}
        and "day" >= ${date(from)} and "day" < ${date(to)}
    ) as pending`);
  return rows[0]?.pending ?? false;
}
