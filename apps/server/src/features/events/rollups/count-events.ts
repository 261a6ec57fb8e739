import type { OrganizationId } from "@lintel/contract";
import { pageViewName } from "@lintel/contract";
import { type SQL, sql } from "drizzle-orm";
import { dimensionColumns, mostValues } from "../dimensions.js";

/** An hour or a day of one organization. */
export interface Bucket {
  grain: "hour" | "day";
  organizationId: OrganizationId;
  /** Its first instant. */
  start: Date;
  end: Date;
}

const names = Object.keys(dimensionColumns);
const literal = (text: string): SQL => sql.raw(`'${text}'`);
const columnOf = (name: string): SQL => sql.raw(`"${name}"`);
const list = (parts: SQL[]): SQL => sql.join(parts, sql`, `);

/** The columns under the names of their dimensions, with nothing empty. */
const values = list(
  Object.entries(dimensionColumns).map(
    ([name, column]) => sql`coalesce(${columnOf(column)}, '') as ${columnOf(name)}`,
  ),
);

const groupings = list([sql`(visitor)`, ...names.map((name) => sql`(${columnOf(name)}, visitor)`)]);

/** Which dimension a group is of: the one that it is grouped by. */
const byGrouping = (result: (name: string) => SQL, otherwise: SQL): SQL =>
  sql`case ${sql.join(
    names.map((name) => sql`when grouping(${columnOf(name)}) = 0 then ${result(name)}`),
    sql` `,
  )} else ${otherwise} end`;

const isView = sql`name = ${literal(pageViewName)}`;

/**
 * All dimensions of a bucket, counted from its events: `dimension`, `value`, `other`, `events`, `views`, `visitors`.
 * One pass gathers what each visitor did by each value; from that come the counts, the most frequent values, and the
 * visitors of the rest without counting one twice. Bots have no visitors.
 */
export const countEvents = ({ grain, organizationId, start, end }: Bucket): SQL => sql`
  with given as (
    select ${values}, visitor, ${isView} as is_view from events
    where organization_id = ${organizationId} and at >= ${start} and at < ${end} and not bot
  ), pairs as materialized (
    select ${byGrouping((name) => literal(name), literal("total"))} as dimension,
      ${byGrouping(columnOf, literal(""))} as value,
      visitor, count(*) as events, count(*) filter (where is_view) as views
    from given group by grouping sets (${groupings})
  ), counted as (
    select dimension, value, sum(events) as events, sum(views) as views, count(visitor) as visitors
    from pairs group by dimension, value
  ), ranked as (
    select *, row_number() over (partition by dimension order by events desc, value collate "C") as place from counted
  )
  select dimension, value, false as other, events, views, visitors from ranked
  where place <= ${mostValues[grain]}
  union all
  select dimension, '', true, sum(pairs.events), sum(pairs.views), count(distinct visitor)
  from ranked join pairs using (dimension, value) where place > ${mostValues[grain]} group by dimension
  union all
  select 'bot', case when place <= ${mostValues[grain]} then value else '' end, place > ${mostValues[grain]},
    sum(events), sum(views), 0
  from (
    select coalesce(browser, '') as value, count(*) as events, count(*) filter (where ${isView}) as views,
      row_number() over (order by count(*) desc, coalesce(browser, '') collate "C") as place
    from events where organization_id = ${organizationId} and at >= ${start} and at < ${end} and bot group by 1
  ) as bots group by 2, 3`;
