import type { OrganizationId, WebhookEndpointId, WebhookEventType } from "@lintel/contract";
import { and, asc, count, eq, gt, isNotNull, sql } from "drizzle-orm";
import type { Database, Queries, Transaction } from "../../db/database.js";
import { users, webhookAttempts, webhookDeliveries, webhookEndpoints } from "../../db/schema/index.js";

export type EndpointRow = typeof webhookEndpoints.$inferSelect;

const isEndpoint = (organizationId: OrganizationId, id: WebhookEndpointId) =>
  and(eq(webhookEndpoints.organizationId, organizationId), eq(webhookEndpoints.id, id));

const withCreator = (queries: Queries) =>
  queries
    .select({ endpoint: webhookEndpoints, creatorName: users.name })
    .from(webhookEndpoints)
    .leftJoin(users, eq(users.id, webhookEndpoints.createdBy));

/** Oldest first, each with the person who made it. */
export async function listEndpoints(queries: Queries, organizationId: OrganizationId) {
  return await withCreator(queries)
    .where(eq(webhookEndpoints.organizationId, organizationId))
    .orderBy(asc(webhookEndpoints.id));
}

export async function findEndpoint(queries: Queries, organizationId: OrganizationId, id: WebhookEndpointId) {
  const [row] = await withCreator(queries).where(isEndpoint(organizationId, id));
  return row;
}

/** Locks the row, so that of two changes the later one sees what the earlier one did. */
export async function lockEndpoint(
  tx: Transaction,
  organizationId: OrganizationId,
  id: WebhookEndpointId,
): Promise<EndpointRow | undefined> {
  const [row] = await tx.select().from(webhookEndpoints).where(isEndpoint(organizationId, id)).for("update");
  return row;
}

export async function listListenedTypes(
  queries: Queries,
  organizationId: OrganizationId,
): Promise<WebhookEventType[]> {
  const rows = await queries
    .select({ events: webhookEndpoints.events })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.organizationId, organizationId), eq(webhookEndpoints.enabled, true)));
  return rows.flatMap(({ events }) => events);
}

export async function countEndpoints(queries: Queries, organizationId: OrganizationId): Promise<number> {
  const [row] = await queries
    .select({ endpoints: count() })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.organizationId, organizationId));
  return row!.endpoints;
}

export async function insertEndpoint(
  tx: Transaction,
  row: typeof webhookEndpoints.$inferInsert,
): Promise<EndpointRow> {
  const [inserted] = await tx.insert(webhookEndpoints).values(row).returning();
  return inserted!;
}

export async function updateEndpointRow(
  queries: Queries,
  organizationId: OrganizationId,
  id: WebhookEndpointId,
  values: Partial<EndpointRow>,
): Promise<EndpointRow> {
  const [row] = await queries
    .update(webhookEndpoints)
    .set(values)
    .where(isEndpoint(organizationId, id))
    .returning();
  return row!;
}

/** With its deliveries that wait, so that none of them is in anybody's way. The finished ones go in time. */
export async function removeEndpoint(
  tx: Transaction,
  organizationId: OrganizationId,
  id: WebhookEndpointId,
): Promise<EndpointRow | undefined> {
  const [row] = await tx.delete(webhookEndpoints).where(isEndpoint(organizationId, id)).returning();
  if (row)
    await tx
      .delete(webhookDeliveries)
      .where(
        and(
          eq(webhookDeliveries.organizationId, organizationId),
          eq(webhookDeliveries.endpointId, id),
          isNotNull(webhookDeliveries.nextAt),
        ),
      );
  return row;
}

/** Endpoints with a secret that was not sealed under the present key, whose seals begin with `mark`. */
export async function listOutdatedSecrets(database: Database, mark: Buffer): Promise<EndpointRow[]> {
  return await database
    .select()
    .from(webhookEndpoints)
    .where(
      sql`substring(${webhookEndpoints.secret} for ${mark.length}) <> ${mark} or exists (
        select 1 from jsonb_array_elements(${webhookEndpoints.previousSecrets}) as previous
        where not starts_with(previous ->> 'sealed', ${mark.toString("hex")}))`,
    );
}

/** Stores secrets sealed anew, unless somebody rotated them in the meantime. */
export async function updateSecrets(
  database: Database,
  { organizationId, id, secret }: EndpointRow,
  sealed: Pick<EndpointRow, "secret" | "previousSecrets">,
): Promise<void> {
  await database
    .update(webhookEndpoints)
    .set(sealed)
    .where(and(isEndpoint(organizationId, id), eq(webhookEndpoints.secret, secret)));
}

/** Whether a delivery to the endpoint arrived since an instant. */
export async function arrivedSince(
  queries: Queries,
  organizationId: OrganizationId,
  id: WebhookEndpointId,
  since: Date,
): Promise<boolean> {
  const [row] = await queries
    .select({ at: webhookAttempts.at })
    .from(webhookDeliveries)
    .innerJoin(
      webhookAttempts,
      and(
        eq(webhookAttempts.organizationId, webhookDeliveries.organizationId),
        eq(webhookAttempts.deliveryId, webhookDeliveries.id),
      ),
    )
    .where(
      and(
        eq(webhookDeliveries.organizationId, organizationId),
        eq(webhookDeliveries.endpointId, id),
        eq(webhookAttempts.status, "success"),
        gt(webhookAttempts.at, since),
      ),
    )
    .limit(1);
  return row !== undefined;
}
