import type { DeliveryId, OrganizationId, WebhookEndpointId } from "@lintel/contract";
import { and, asc, desc, eq, exists, getTableColumns, gt, gte, inArray, lt, ne, or } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.js";
import { webhookAttempts, webhookDeliveries, webhookEvents } from "../../db/schema/index.js";

export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
/** With what the last attempt said went wrong. */
export type SeenDelivery = DeliveryRow & { lastError: string | null };
export type AttemptRow = typeof webhookAttempts.$inferSelect;

const ofEndpoint = (organizationId: OrganizationId, endpointId: WebhookEndpointId) =>
  and(eq(webhookDeliveries.organizationId, organizationId), eq(webhookDeliveries.endpointId, endpointId));

const selectSeen = (queries: Queries) =>
  queries
    .select({ ...getTableColumns(webhookDeliveries), lastError: webhookAttempts.error })
    .from(webhookDeliveries)
    .leftJoin(
      webhookAttempts,
      and(
        eq(webhookAttempts.organizationId, webhookDeliveries.organizationId),
        eq(webhookAttempts.deliveryId, webhookDeliveries.id),
        eq(webhookAttempts.number, webhookDeliveries.attempts),
      ),
    );

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
): Promise<SeenDelivery[]> {
  return await selectSeen(queries)
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
  const delivery: SeenDelivery = { ...found.delivery, lastError: attempts.at(-1)?.error ?? null };
  return { event: found.event, delivery, attempts };
}

export async function insertDelivery(
  tx: Transaction,
  row: typeof webhookDeliveries.$inferInsert,
): Promise<SeenDelivery> {
  const [inserted] = await tx.insert(webhookDeliveries).values(row).returning();
  return { ...inserted!, lastError: null };
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
): Promise<SeenDelivery | undefined> {
  await tx
    .update(webhookDeliveries)
    .set(due(at))
    .where(
      and(
        ofEndpoint(organizationId, endpointId),
        eq(webhookDeliveries.id, id),
        ne(webhookDeliveries.status, "sending"),
      ),
    );
  const [found] = await selectSeen(tx).where(
    and(ofEndpoint(organizationId, endpointId), eq(webhookDeliveries.id, id)),
  );
  return found;
}

/**
 * Makes every delivery due that failed since an instant, given up or waiting for its next attempt, and says how many
 * there are. One that was given up without an attempt counts by when it was created.
 */
export async function makeFailedDue(
  tx: Transaction,
  organizationId: OrganizationId,
  endpointId: WebhookEndpointId,
  since: Date,
  at: Date,
): Promise<number> {
  const { status, createdAt } = webhookDeliveries;
  const failedSince = exists(
    tx
      .select({ number: webhookAttempts.number })
      .from(webhookAttempts)
      .where(
        and(
          eq(webhookAttempts.organizationId, organizationId),
          eq(webhookAttempts.deliveryId, webhookDeliveries.id),
          eq(webhookAttempts.status, "failed"),
          gte(webhookAttempts.at, since),
        ),
      ),
  );
  const { rowCount } = await tx
    .update(webhookDeliveries)
    .set(due(at))
    .where(
      and(
        ofEndpoint(organizationId, endpointId),
        or(
          and(eq(status, "failed"), or(gte(createdAt, since), failedSince)),
          and(eq(status, "pending"), gt(webhookDeliveries.attempts, 0), failedSince),
        ),
      ),
    );
  return rowCount ?? 0;
}

const due = (at: Date) => ({ status: "pending" as const, nextAt: at, step: 0 });
