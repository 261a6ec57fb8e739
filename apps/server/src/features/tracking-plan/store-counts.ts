import type { OrganizationId, PlannedEventId, PlannedPropertyId, ViolationKind } from "@lintel/contract";
import { and, desc, eq, gte, max, sql, sum } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.js";
import { apiKeys, planSenders, planViolations } from "../../db/schema/index.js";
import type { Deprecation } from "./deprecations.js";
import type { PlannedProperty } from "./plan.js";

/** The plan as a query joins it. */
export interface PlanTables {
  events: { event: PlannedEventId; name: string }[];
  props: { event: PlannedEventId; key: string; type: PlannedProperty["type"]; options: string[] }[];
  required: { event: PlannedEventId; key: string; keys: string[] }[];
  /** Names with an open Action; without a property it is the event's own. */
  waiting: { event: PlannedEventId; property: PlannedPropertyId | ""; name: string }[];
}

/** How many different violations of an hour have a row of their own: what clients make up must not fill the table. */
const mostViolations = 500;
/** Characters of a key that the plan does not know. */
const longestKey = 120;

interface Hour {
  organizationId: OrganizationId;
  start: Date;
  end: Date;
}

export async function replaceCounts(tx: Transaction, hour: Hour, plan: PlanTables): Promise<void> {
  const { organizationId, start } = hour;
  await tx
    .delete(planViolations)
    .where(and(eq(planViolations.organizationId, organizationId), eq(planViolations.hour, start)));
  await tx
    .delete(planSenders)
    .where(and(eq(planSenders.organizationId, organizationId), eq(planSenders.hour, start)));
  await tx.execute(sql`
    with ${given(hour, plan)}, found as (
      select 'unplanned_event' as kind, name as event, '' as property, null as given, count(*) as events
      from sent where event is null group by name
      union all
      select case when planned.key is null then 'extra_property' else 'mistyped_property' end, sent.name,
        left(member.key, ${longestKey}), max(jsonb_typeof(member.value)), count(*)
      from sent cross join jsonb_each(sent.props) as member
      left join ${table(plan.props, "event text, key text, type text, options jsonb")} as planned
        on planned.event = sent.event and planned.key = member.key
      where sent.event is not null and (planned.key is null or not case planned.type
        when 'enum' then jsonb_typeof(member.value) = 'string' and planned.options ? (member.value #>> '{}')
        else jsonb_typeof(member.value) = planned.type end)
      group by 1, 2, 3
      union all
      select 'missing_property', sent.name, required.key, null, count(*)
      from sent join ${table(plan.required, "event text, key text, keys jsonb")} as required using (event)
      where not sent.props ?| array(select jsonb_array_elements_text(required.keys))
      group by 2, 3
    ), ranked as (
      select *, row_number() over (order by events desc, kind, event collate "C", property collate "C") <= ${mostViolations} as own
      from found
    )
    insert into plan_violations (organization_id, hour, kind, event, property, given, events)
    select ${organizationId}::text, ${start}::timestamptz, kind, case when own then event else '' end,
      case when own then property else '' end, max(case when own then given end), sum(events)
    from ranked group by kind, 4, 5`);
  if (plan.waiting.length === 0) return;
  await tx.execute(sql`
    with ${given(hour, plan)}
    insert into plan_senders
      (organization_id, hour, planned_event_id, planned_property_id, name, api_key_id, events, last_at)
    select ${organizationId}::text, ${start}::timestamptz, waiting.event, waiting.property, waiting.name,
      sent.api_key_id, count(*), max(sent.received_at)
    from sent join ${table(plan.waiting, "event text, property text, name text")} as waiting
      on waiting.event = sent.event
      and case when waiting.property = '' then waiting.name = sent.name else sent.props ? waiting.name end
    where sent.api_key_id is not null group by 3, 4, 5, 6`);
}

/** The hour's events, with the planned one that each is. A property that is null was not given. */
const given = ({ organizationId, start, end }: Hour, plan: PlanTables) => sql`sent as materialized (
  select events.name, planned.event, coalesce(jsonb_strip_nulls(events.props), '{}') as props, api_key_id, received_at
  from events left join ${table(plan.events, "event text, name text")} as planned on planned.name = events.name
  where organization_id = ${organizationId} and at >= ${start} and at < ${end}
)`;

const table = (rows: readonly object[], columns: string) =>
  sql`(select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as planned_rows (${sql.raw(columns)}))`;

/** A type and not an interface, which no row of a query may be. */
export type ViolationRow = {
  event: string;
  kind: ViolationKind;
  property: string;
  given: string | null;
  events: number;
  days: { day: string; events: number }[];
};

/** What did not fit within a range of days, the most frequent first. */
export async function listViolations(
  queries: Queries,
  organizationId: OrganizationId,
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<ViolationRow[]> {
  const { rows } = await queries.execute<ViolationRow>(sql`
    with daily as (
      select event, kind, property, (hour at time zone 'UTC')::date as day, max(given) as given, sum(events) as events
      from plan_violations
      where organization_id = ${organizationId} and hour >= ${from} and hour < ${to}
      group by 1, 2, 3, 4
    )
    select event, kind, property, max(given) as given, sum(events)::float8 as events,
      jsonb_agg(jsonb_build_object('day', day, 'events', events) order by day) as days
    from daily group by event, kind, property
    order by 5 desc, event collate "C", kind, property collate "C" limit ${limit}`);
  return rows;
}

/** The keys that sent a name that waits to go, last first. */
export async function listSenders(
  queries: Queries,
  organizationId: OrganizationId,
  { eventId, propertyId, name }: Omit<Deprecation, "reason">,
  since: Date,
) {
  return await queries
    .select({
      id: planSenders.apiKeyId,
      name: sql<string>`coalesce(${apiKeys.name}, '')`,
      events: sum(planSenders.events).mapWith(Number),
      lastSentAt: max(planSenders.lastAt),
    })
    .from(planSenders)
    .leftJoin(
      apiKeys,
      and(eq(apiKeys.organizationId, planSenders.organizationId), eq(apiKeys.id, planSenders.apiKeyId)),
    )
    .where(
      and(
        eq(planSenders.organizationId, organizationId),
        eq(planSenders.plannedEventId, eventId),
        eq(planSenders.plannedPropertyId, propertyId ?? ""),
        eq(planSenders.name, name),
        gte(planSenders.hour, since),
      ),
    )
    .groupBy(planSenders.apiKeyId, apiKeys.name)
    .orderBy(desc(max(planSenders.lastAt)));
}

/** Forgets counts of hours before an instant. */
export async function deleteCountsBefore(queries: Queries, instant: Date): Promise<number> {
  const violations = await queries.delete(planViolations).where(sql`${planViolations.hour} < ${instant}`);
  const senders = await queries.delete(planSenders).where(sql`${planSenders.hour} < ${instant}`);
  return (violations.rowCount ?? 0) + (senders.rowCount ?? 0);
}
