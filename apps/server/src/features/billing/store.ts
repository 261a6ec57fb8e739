import type { OrganizationId } from "@lintel/contract";
import { and, eq, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.js";
import { type CountedFeature, subscriptions, usageCounters } from "../../db/schema/index.js";

export type SubscriptionRow = typeof subscriptions.$inferSelect;

export async function findSubscription(
  queries: Queries,
  organizationId: OrganizationId,
): Promise<SubscriptionRow | undefined> {
  const [row] = await queries
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.organizationId, organizationId));
  return row;
}

/** What was counted in a month, by feature. */
export async function readCounters(
  queries: Queries,
  organizationId: OrganizationId,
  month: string,
): Promise<Partial<Record<CountedFeature, number>>> {
  const rows = await queries
    .select({ feature: usageCounters.feature, used: usageCounters.used })
    .from(usageCounters)
    .where(and(eq(usageCounters.organizationId, organizationId), eq(usageCounters.windowStart, month)));
  return Object.fromEntries(rows.map(({ feature, used }) => [feature, used]));
}

/** Whoever asks for the last of something waits here for whoever asked before, until that transaction ends. */
export async function waitForTurn(
  tx: Transaction,
  organizationId: OrganizationId,
  feature: "members" | "storage",
): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`${feature} of ${organizationId}`}, 0))`,
  );
}
