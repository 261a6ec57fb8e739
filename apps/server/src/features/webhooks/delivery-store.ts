import type { DeliveryId, OrganizationId, WebhookEndpointId } from "@lintel/contract";
import { and, asc, desc, eq, gte, inArray, lt, ne } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.js";
import { webhookAttempts, webhookDeliveries, webhookEvents } from "../../db/schema/index.js";

export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
export type AttemptRow = typeof webhookAttempts.$inferSelect;

const ofEndpoint = (organizationId: OrganizationId, endpointId: WebhookEndpointId) =>
  and(eq(webhookDeliveries.organizationId, organizationId), eq(webhookDeliveries.endpointId, endpointId));

export interface DeliveryFilter {
  status?: "pending" | "success" | "failed" | undefined;
  /** Only deliveries older than this one. */
  before?: DeliveryId | undefined;
}

/** Newest first: ids are ordered by time. */
export async function listDeliveries(
  queries: Queries,
  organizationId: OrganizationId,
  endpointId: WebhookEndpointId,
  { status, before }: DeliveryFilter,
  limit: number,
): Promise<DeliveryRow[]> {
  return await queries
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        ofEndpoint(organizationId, endpointId),
        status && inArray(webhookDeliveries.status, status === "pending" ? ["pending", "sending"] : [status]),
        before && lt(webhookDeliveries.id, before),
      ),
    )
    .orderBy(desc(webhookDeliveries.id))
    .limit(limit);
}

/** A delivery with its attempts in their order and its event. */
export async function findDelivery(
  queries: Queries,
  organizationId: OrganizationId,
  endpointId: WebhookEndpointId,
  id: DeliveryId,
) {
  const [found] = await queries
    .select({
      delivery: webhookDeliveries,
      event: { type: webhookEvents.type, at: webhookEvents.at, data: webhookEvents.data },
    })
    .from(webhookDeliveries)
    .innerJoin(
      webhookEvents,
      and(
        eq(webhookEvents.organizationId, webhookDeliveries.organizationId),
        eq(webhookEvents.id, webhookDeliveries.eventId),
      ),
    )
    .where(and(ofEndpoint(organizationId, endpointId), eq(webhookDeliveries.id, id)));
  if (!found) return undefined;
  const attempts = await queries
    .select()
    .from(webhookAttempts)
    .where(and(eq(webhookAttempts.organizationId, organizationId), eq(webhookAttempts.deliveryId, id)))
    .orderBy(asc(webhookAttempts.number));
  return { ...found, attempts };
}

export async function insertDelivery(
  tx: Transaction,
  row: typeof webhookDeliveries.$inferInsert,
): Promise<DeliveryRow> {
  const [inserted] = await tx.insert(webhookDeliveries).values(row).returning();
  return inserted!;
}

export async function insertPingEvent(
  tx: Transaction,
  row: Omit<typeof webhookEvents.$inferInsert, "type" | "fannedOutAt">,
): Promise<void> {
  await tx.insert(webhookEvents).values({ ...row, type: "ping", fannedOutAt: row.at });
}

/** Makes one delivery due, at the beginning of its schedule. One that is being sent right now is left alone. */
export async function makeDue(
  tx: Transaction,
  organizationId: OrganizationId,
  endpointId: WebhookEndpointId,
  id: DeliveryId,
  at: Date,
): Promise<DeliveryRow | undefined> {
  const [row] = await tx
    .update(webhookDeliveries)
    .set(due(at))
    .where(
      and(
        ofEndpoint(organizationId, endpointId),
        eq(webhookDeliveries.id, id),
        ne(webhookDeliveries.status, "sending"),
      ),
    )
    .returning();
  if (row) return row;
  const [found] = await tx
    .select()
    .from(webhookDeliveries)
    .where(and(ofEndpoint(organizationId, endpointId), eq(webhookDeliveries.id, id)));
  return found;
}

/** Makes every failed delivery due that was created since an instant, and says how many there are. */
export async function makeFailedDue(
  tx: Transaction,
  organizationId: OrganizationId,
  endpointId: WebhookEndpointId,
  since: Date,
  at: Date,
): Promise<number> {
  const { rowCount } = await tx
    .update(webhookDeliveries)
    .set(due(at))
    .where(
      and(
        ofEndpoint(organizationId, endpointId),
        eq(webhookDeliveries.status, "failed"),
        gte(webhookDeliveries.createdAt, since),
      ),
    );
  return rowCount ?? 0;
}

const due = (at: Date) => ({ status: "pending" as const, nextAt: at, step: 0 });
