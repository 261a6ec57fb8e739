import type { EventId, OrganizationId, UserId, WebhookEventData, WebhookEventType } from "@lintel/contract";
import { and, isNotNull, lt, sql } from "drizzle-orm";
import type { Database, Transaction } from "../../db/database.js";
import { users, webhookEvents } from "../../db/schema/index.js";

export interface NewEvent {
  id: EventId;
  type: WebhookEventType;
  data: Record<string, unknown>;
}

/** Inserts events, each with the name of whoever did it, as it is at this moment. */
export async function insertEvents(
  tx: Transaction,
  { organizationId, at, by }: { organizationId: OrganizationId; at: Date; by: UserId | null },
  events: readonly NewEvent[],
): Promise<void> {
  const person = sql`(
    select jsonb_build_object('id', ${users.id}, 'name', ${users.name}) from ${users} where ${users.id} = ${by}
  )`;
  await tx.execute(sql`
    insert into ${webhookEvents} (organization_id, id, type, at, data)
    select ${organizationId}, event.id, event.type, ${at.toISOString()}::timestamptz,
      event.data || jsonb_build_object('by', ${person})
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as event(id text, type text, data jsonb)`);
}

export async function insertContentEvent(
  tx: Transaction,
  event: {
    organizationId: OrganizationId;
    id: EventId;
    at: Date;
    data: WebhookEventData<"content.changed">;
  },
): Promise<void> {
  await tx.insert(webhookEvents).values({ ...event, type: "content.changed" });
}

/** Removes a batch of events that were fanned out and are older; says how many went. */
export async function deleteEvents(database: Database, before: Date, batch: number): Promise<number> {
  const old = and(isNotNull(webhookEvents.fannedOutAt), lt(webhookEvents.at, before));
  const { rowCount } = await database.execute(sql`
    delete from ${webhookEvents} where (organization_id, id) in (
      select organization_id, id from ${webhookEvents} where ${old} limit ${batch} for update skip locked
    )`);
  return rowCount ?? 0;
}
