import type { OrganizationId } from "@lintel/contract";
import { pageViewName } from "@lintel/contract";
import { type SQL, sql } from "drizzle-orm";
import { type Dimension, dimensionColumns, mostValues } from "../dimensions.js";

/** An hour or a day of one organization. */
export interface Bucket {
  grain: "hour" | "day";
  organizationId: OrganizationId;
  /** Its first instant. */
  start: Date;
  end: Date;
}

export type CountedColumn = keyof typeof dimensionColumns;

const literal = (text: string): SQL => sql.raw(`'${text}'`);

const isView = sql`name = ${literal(pageViewName)}`;

/** Bytes, and not a language's alphabet: where the database sorts to group, that takes a fraction of the time. */
const textOf = (column: string): SQL => sql`coalesce(${sql.raw(column)}, '') collate "C"`;

const isIn = ({ organizationId, start, end }: Bucket): SQL =>
  sql`organization_id = ${organizationId} and at >= ${start} and at < ${end}`;

/** What every count has: `dimension`, `value`, `other`, `events`, `views`, `visitors`. */
const row = (dimension: Dimension, value: SQL, other: SQL): SQL =>
  sql`${literal(dimension)}, ${value}, ${other}::boolean`;

/** What each visitor did by each value: from there a value's visitors are its rows, and no distinct one is looked for. */
const pairs = (bucket: Bucket, value: SQL): SQL => sql`
  select ${value} as value, visitor, count(*) as events, count(*) filter (where ${isView}) as views
  from events where ${isIn(bucket)} and not bot group by 1, 2`;

export const countTotal = (bucket: Bucket): SQL => sql`
  select ${row("total", sql`''`, sql`false`)}, sum(events), sum(views), count(visitor)
  from (${pairs(bucket, sql`''::text`)}) as pairs having count(*) > 0`;

/** The most frequent values of a dimension. */
export const countValues = (bucket: Bucket, dimension: CountedColumn): SQL => sql`
  select ${row(dimension, sql`value`, sql`false`)}, events, views, visitors from (
    select value, sum(events) as events, sum(views) as views, count(visitor) as visitors,
      row_number() over (order by sum(events) desc, value) as place
    from (${pairs(bucket, textOf(dimensionColumns[dimension]))}) as pairs group by value
  ) as ranked where place <= ${mostValues[bucket.grain]}`;

/** All values of a dimension that are none of these, in one. */
export const countOthers = (bucket: Bucket, dimension: CountedColumn, kept: SQL): SQL => sql`
  select ${row(dimension, sql`''`, sql`true`)}, count(*), count(*) filter (where ${isView}), count(distinct visitor)
  from events where ${isIn(bucket)} and not bot
    and ${textOf(dimensionColumns[dimension])} not in (${kept}) having count(*) > 0`;

/** Bots by their names. They are no visitors. */
export const countBots = (bucket: Bucket): SQL => sql`
  select 'bot', case when is_kept then value else '' end, not is_kept, sum(events), sum(views), 0 from (
    select value, events, views, row_number() over (order by events desc, value) <= ${mostValues[bucket.grain]} as is_kept
    from (
      select ${textOf("browser")} as value, count(*) as events, count(*) filter (where ${isView}) as views
      from events where ${isIn(bucket)} and bot group by 1
    ) as counted
  ) as ranked group by 2, 3`;
