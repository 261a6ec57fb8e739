import { pageViewName } from "@lintel/contract";
import { type SQL, sql } from "drizzle-orm";
import type { Queries } from "../../db/database.js";
import type { Subject } from "./dimensions.js";
import { visitGapMinutes } from "./limits.js";
import type { Question } from "./question.js";
import type { Span } from "./range/cut-buckets.js";
import { all, column, meets, subjectValue, timeArray, timestamp } from "./sql.js";
import type { CountsRow } from "./store-rollups.js";

const isView = sql`"name" = ${pageViewName}`;
const counts = sql`count(distinct visitor)::float8 as visitors,
  (count(*) filter (where ${isView}))::float8 as views, count(*)::float8 as events`;

/** The events that a question is about, within a span. Bots are nobody's visitors. */
function asked({ organizationId, conditions, names }: Question, { from, to }: Span): SQL {
  const met = conditions.map((one) => meets(subjectValue(one.subject, names), one, names));
  return sql`organization_id = ${organizationId} and at >= ${timestamp(from)} and at < ${timestamp(to)}
    and not bot and ${all(met)}`;
}

/** What happened within each of spans that follow on one another, by the span's place in the list. */
export async function countEvents(
  queries: Queries,
  question: Question,
  spans: readonly Span[],
): Promise<(CountsRow & { place: number })[]> {
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last) return [];
  const { rows } = await queries.execute<{
    place: number;
    visitors: number;
    views: number;
    events: number;
  }>(sql`
    select width_bucket(at, ${timeArray(spans.map(({ from }) => from))}) as place, ${counts}
    from events where ${asked(question, { from: first.from, to: last.to })}
    group by 1`);
  return rows.map((row) => ({ ...row, place: row.place - 1 }));
}

/** Counts by what the events say of a subject, for a query that goes on with them. */
export const eventValues = (subject: Subject, question: Question, span: Span): SQL => sql`
  select ${subjectValue(subject, question.names)} as value, ${counts} from events
  where ${asked(question, span)} group by 1`;

export interface VisitsRow {
  sessions: number;
  bounces: number;
  views: number;
  seconds: number;
}

export async function countVisits(queries: Queries, question: Question, span: Span): Promise<VisitsRow> {
  const gap = sql.raw(`interval '${visitGapMinutes} minutes'`);
  const { rows } = await queries.execute<{
    sessions: number;
    bounces: number;
    views: number;
    seconds: number;
  }>(sql`
    with stepped as (
      select visitor, at, id, ${isView} as is_view,
        case when at - lag(at) over visit <= ${gap} then 0 else 1 end as begins
      from events where ${asked(question, span)} and visitor is not null
      window visit as (partition by visitor order by at, id)
    ), numbered as (
      select visitor, at, is_view, sum(begins) over (partition by visitor order by at, id rows unbounded preceding) as number
      from stepped
    ), visits as (
      select count(*) as events, count(*) filter (where is_view) as views,
        extract(epoch from max(at) - min(at)) as seconds
      from numbered group by visitor, number
    )
    select count(*)::float8 as sessions, count(*) filter (where events = 1)::float8 as bounces,
      coalesce(sum(views), 0)::float8 as views, coalesce(sum(seconds), 0)::float8 as seconds from visits`);
  return rows[0] ?? { sessions: 0, bounces: 0, views: 0, seconds: 0 };
}

/** Which events take a visitor to the next step. */
export type Step = { event: string } | { page: string };

/** How many visitors took each step, after the one before it. */
export async function countSteps(
  queries: Queries,
  question: Question,
  span: Span,
  steps: readonly Step[],
): Promise<number[]> {
  const { names } = question;
  const isStep = steps.map((step) =>
    "event" in step
      ? sql`"name" = any(${sql.param(names.ofEvent(step.event))}::text[])`
      : sql`${isView} and path = ${step.page}`,
  );
  const flags = sql.join(
    isStep.map((condition, index) => sql`(${condition}) is true as ${column(`step_${index}`)}`),
    sql`, `,
  );
  const reached = steps.map((_, index) => column(`reached_${index}`));
  // Whoever takes each step as early as they can gets as far as they can.
  const ctes = steps.map((_, index) => {
    const own = column(`step_${index}`);
    if (index === 0)
      return sql`${reached[0]} as (select distinct on (visitor) visitor, at, id from taken where ${own} order by visitor, at, id)`;
    const before = reached[index - 1];
    return sql`${reached[index]} as (
      select distinct on (taken.visitor) taken.visitor, taken.at, taken.id
      from ${before} as before join taken on taken.visitor = before.visitor
      where taken.${own} and (taken.at, taken.id) > (before.at, before.id)
      order by taken.visitor, taken.at, taken.id)`;
  });
  const { rows } = await queries.execute<Record<string, number>>(sql`
    with taken as materialized (
      select visitor, at, id, ${flags} from events
      where ${asked(question, span)} and visitor is not null and (${sql.join(isStep, sql` or `)})
    ), ${sql.join(ctes, sql`, `)}
    select ${sql.join(
      reached.map((name) => sql`(select count(*) from ${name})::float8 as ${name}`),
      sql`, `,
    )}`);
  return steps.map((_, index) => rows[0]?.[`reached_${index}`] ?? 0);
}
