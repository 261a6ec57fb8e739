import type {
  DeliveryId,
  EventId,
  OrganizationId,
  WebhookEndpointId,
  WebhookEventType,
} from "@lintel/contract";
import type { Pool, PoolClient } from "pg";
import type { Target } from "./lanes.js";

/*
 * The engine's queries. They take many rows at once, as one parameter of JSON, and none of them walks past the rows of
 * one organization to find another's: they step from one organization or endpoint to the next in the index. They are
 * planned anew each time, because tables that are empty at the start are large an hour later.
 */

export type Queries = Pick<Pool | PoolClient, "query">;

export async function rowsOf<Row extends object>(
  queries: Queries,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const { rows } = await (queries as Pool).query<Row>(text, values);
  return rows;
}

export interface WaitingEvent {
  organizationId: OrganizationId;
  id: EventId;
  type: WebhookEventType;
  at: Date;
}

/** Locks events that have no deliveries yet, a few of each organization, beginning behind one of them. */
export function lockWaitingEvents(
  queries: Queries,
  behind: string,
  limits: { ofEach: number; inAll: number },
): Promise<WaitingEvent[]> {
  const text = `
    with recursive waiting as (
      (select organization_id from webhook_events
        where fanned_out_at is null and organization_id > $1 order by organization_id limit 1)
      union all
      select next.organization_id from waiting cross join lateral (
        select organization_id from webhook_events
        where fanned_out_at is null and organization_id > waiting.organization_id
        order by organization_id limit 1
      ) as next
    )
    select event.organization_id as "organizationId", event.id, event.type, event.at
    from (select organization_id from waiting limit $3) as turn
    cross join lateral (
      select organization_id, id, type, at from webhook_events
      where organization_id = turn.organization_id and fanned_out_at is null
      order by id limit $2 for update skip locked
    ) as event
    limit $3`;
  return rowsOf(queries, text, [behind, limits.ofEach, limits.inAll]);
}

export interface Listener extends Target {
  events: string[];
  createdAt: Date;
}

const targetColumns = `
  endpoint.url, endpoint.secret, endpoint.previous_secrets as "previousSecrets",
  endpoint.failing_since as "failingSince"`;

/** The enabled endpoints of organizations. */
export function listListeners(
  queries: Queries,
  organizationIds: readonly OrganizationId[],
): Promise<Listener[]> {
  const text = `
    select endpoint.organization_id as "organizationId", endpoint.id, endpoint.events,
      endpoint.created_at as "createdAt", ${targetColumns}
    from webhook_endpoints as endpoint
    where endpoint.enabled and endpoint.organization_id = any($1)`;
  return rowsOf(queries, text, [organizationIds]);
}

export interface NewDelivery {
  organizationId: OrganizationId;
  id: DeliveryId;
  endpointId: WebhookEndpointId;
  eventId: EventId;
  eventType: string;
  status: "pending" | "sending";
  nextAt: Date;
}

type EventKey = Pick<WaitingEvent, "organizationId" | "id">;

const eventKeys = (events: readonly EventKey[]): string =>
  JSON.stringify(events.map(({ organizationId, id }) => ({ o: organizationId, e: id })));

/** Writes the deliveries of events and marks the events, in one statement. */
export async function insertDeliveries(
  queries: Queries,
  deliveries: readonly NewDelivery[],
  events: readonly EventKey[],
  at: Date,
): Promise<void> {
  const text = `
    with made as (
      insert into webhook_deliveries
        (organization_id, id, endpoint_id, event_id, event_type, status, next_at, created_at)
      select "organizationId", id, "endpointId", "eventId", "eventType", status, "nextAt", $3
      from json_to_recordset($1) as new("organizationId" text, id text, "endpointId" text, "eventId" text,
        "eventType" text, status text, "nextAt" timestamptz)
    )
    update webhook_events as event set fanned_out_at = $3
    from json_to_recordset($2) as marked(o text, e text)
    where event.organization_id = marked.o and event.id = marked.e`;
  await rowsOf(queries, text, [JSON.stringify(deliveries), eventKeys(events), at]);
}

/** What events say. */
export function readEventData(
  queries: Queries,
  events: readonly EventKey[],
): Promise<{ id: EventId; data: unknown }[]> {
  const text = `
    select event.id, event.data from json_to_recordset($1) as wanted(o text, e text)
    join webhook_events as event on event.organization_id = wanted.o and event.id = wanted.e`;
  return rowsOf(queries, text, [eventKeys(events)]);
}

export interface Backlog {
  organizationId: OrganizationId;
  endpointId: WebhookEndpointId;
  /** Of the delivery that is due first. */
  nextAt: Date;
}

/** Endpoints with deliveries that are not done, beginning behind one of them, each with its earliest time. */
export function listBacklogs(
  queries: Queries,
  behind: { organizationId: string; endpointId: string },
  limit: number,
): Promise<Backlog[]> {
  const text = `
    with recursive waiting as (
      (select organization_id, endpoint_id, next_at from webhook_deliveries
        where next_at is not null and (organization_id, endpoint_id) > ($1, $2)
        order by organization_id, endpoint_id, next_at limit 1)
      union all
      select next.organization_id, next.endpoint_id, next.next_at from waiting cross join lateral (
        select organization_id, endpoint_id, next_at from webhook_deliveries
        where next_at is not null
          and (organization_id, endpoint_id) > (waiting.organization_id, waiting.endpoint_id)
        order by organization_id, endpoint_id, next_at limit 1
      ) as next
    )
    select organization_id as "organizationId", endpoint_id as "endpointId", next_at as "nextAt"
    from waiting limit $3`;
  return rowsOf(queries, text, [behind.organizationId, behind.endpointId, limit]);
}

export interface Claimed extends Omit<Target, "id"> {
  id: DeliveryId;
  endpointId: WebhookEndpointId;
  eventId: EventId;
  step: number;
  eventType: string;
  eventAt: Date;
  data: unknown;
}

export interface Share {
  organizationId: OrganizationId;
  endpointId: WebhookEndpointId;
  room: number;
}

/**
 * Takes due deliveries in hand, at most as many of each endpoint as there is room for. What is due for an endpoint
 * that is disabled by now has failed; what is due for one that is gone goes after it.
 */
export function claimDeliveries(
  queries: Queries,
  shares: readonly Share[],
  now: Date,
  leasedUntil: Date,
): Promise<Claimed[]> {
  // The rows are locked, so their places stay what they are; a join by key would be planned as a walk over the table,
  // because nobody can tell how many rows the shares come to.
  const text = `
    with due as materialized (
      select delivery.place, endpoint.enabled
      from json_to_recordset($1) as share("organizationId" text, "endpointId" text, room int)
      left join webhook_endpoints as endpoint
        on endpoint.organization_id = share."organizationId" and endpoint.id = share."endpointId"
      cross join lateral (
        select ctid as place from webhook_deliveries
        where organization_id = share."organizationId" and endpoint_id = share."endpointId" and next_at <= $2
        order by next_at limit share.room for update skip locked
      ) as delivery
    ), gone as (
      delete from webhook_deliveries where ctid = any(array(select place from due where enabled is null))
    ), failed as (
      update webhook_deliveries set status = 'failed', next_at = null
      where ctid = any(array(select place from due where not enabled))
    ), taken as (
      update webhook_deliveries set status = 'sending', next_at = $3
      where ctid = any(array(select place from due where enabled))
      returning organization_id, id, endpoint_id, event_id, step
    )
    select taken.organization_id as "organizationId", taken.id, taken.endpoint_id as "endpointId",
      taken.event_id as "eventId", taken.step, event.type as "eventType", event.at as "eventAt", event.data,
      ${targetColumns}
    from taken
    join webhook_endpoints as endpoint
      on endpoint.organization_id = taken.organization_id and endpoint.id = taken.endpoint_id
    cross join lateral (
      select type, at, data from webhook_events
      where organization_id = taken.organization_id and id = taken.event_id offset 0
    ) as event`;
  return rowsOf(queries, text, [JSON.stringify(shares), now, leasedUntil]);
}

export interface AttemptRecord {
  organizationId: OrganizationId;
  deliveryId: DeliveryId;
  at: Date;
  outcome: "success" | "retry" | "given up";
  responseStatus: number | null;
  durationMilliseconds: number;
  error: string | null;
  responseBody: string | null;
  nextAt: Date | null;
  step: number;
}

/**
 * Writes attempts and what follows from them, in one statement. An attempt counts also where its lease had run out and
 * somebody else was quicker; what was delivered stays delivered. The commit does not wait for the disk: what a failing
 * machine forgets is sent again, like what a killed process could not say.
 */
export async function recordAttempts(queries: Queries, records: readonly AttemptRecord[]): Promise<void> {
  const text = `
    with result as (
      select * from json_to_recordset($1) as result("organizationId" text, "deliveryId" text, at timestamptz,
        outcome text, "responseStatus" int, "durationMilliseconds" int, error text, "responseBody" text,
        "nextAt" timestamptz, step int)
    ), quick as materialized (
      select set_config('synchronous_commit', 'off', true)
    ), updated as (
      update webhook_deliveries as delivery set
        attempts = delivery.attempts + 1,
        status = case
          when delivery.status = 'success' or result.outcome = 'success' then 'success'
          when result.outcome = 'retry' then 'pending'
          else 'failed'
        end,
        response_status = result."responseStatus",
        next_at = case when delivery.status <> 'success' then result."nextAt" end,
        step = result.step
      from result
      where delivery.organization_id = result."organizationId" and delivery.id = result."deliveryId"
      returning delivery.organization_id, delivery.id, delivery.attempts
    )
    insert into webhook_attempts (organization_id, delivery_id, number, at, status, response_status,
      duration_milliseconds, error, response_body)
    select updated.organization_id, updated.id, updated.attempts, result.at,
      case result.outcome when 'success' then 'success' else 'failed' end, result."responseStatus",
      result."durationMilliseconds", result.error, result."responseBody"
    from quick, updated
    join result on result."organizationId" = updated.organization_id and result."deliveryId" = updated.id`;
  await rowsOf(queries, text, [JSON.stringify(records)]);
}

/** Gives back what was taken in hand and not sent. */
export async function releaseDeliveries(
  queries: Queries,
  deliveries: readonly { organizationId: OrganizationId; id: DeliveryId }[],
  dueAt: Date,
): Promise<void> {
  const text = `
    update webhook_deliveries as delivery set status = 'pending', next_at = $2
    from json_to_recordset($1) as given(o text, d text)
    where delivery.organization_id = given.o and delivery.id = given.d and delivery.status = 'sending'`;
  const given = deliveries.map(({ organizationId, id }) => ({ o: organizationId, d: id }));
  await rowsOf(queries, text, [JSON.stringify(given), dueAt]);
}
