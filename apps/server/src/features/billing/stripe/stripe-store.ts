import type { OrganizationId } from "@lintel/contract";
import { and, eq, isNotNull, lt, ne, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../../db/database.js";
import { stripeEvents, subscriptions } from "../../../db/schema/index.js";
import type { SubscriptionRow } from "../store.js";

export async function findByCustomer(
  queries: Queries,
  customerId: string,
): Promise<SubscriptionRow | undefined> {
  const [row] = await queries
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.stripeCustomerId, customerId));
  return row;
}

/** Keeps the customer that an organization is at Stripe. The first one stays. */
export async function keepCustomer(
  tx: Transaction,
  organizationId: OrganizationId,
  customerId: string,
): Promise<void> {
  await tx
    .insert(subscriptions)
    .values({ organizationId, stripeCustomerId: customerId })
    .onConflictDoUpdate({
      target: subscriptions.organizationId,
      set: {
        stripeCustomerId: sql`coalesce(${subscriptions.stripeCustomerId}, excluded.stripe_customer_id)`,
      },
    });
}

export type SubscriptionState = Pick<
  SubscriptionRow,
  "plan" | "status" | "seats" | "periodEnd" | "cancelAtPeriodEnd" | "stripeSubscriptionId"
>;

/** Writes what Stripe says, unless somebody wrote since `before` was read. */
export async function writeState(
  tx: Transaction,
  before: SubscriptionRow,
  state: SubscriptionState,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(subscriptions)
    .set({ ...state, version: before.version + 1 })
    .where(
      and(eq(subscriptions.organizationId, before.organizationId), eq(subscriptions.version, before.version)),
    );
  return rowCount === 1;
}

export async function isKnownEvent(
  queries: Queries,
  organizationId: OrganizationId,
  id: string,
): Promise<boolean> {
  const rows = await queries
    .select({ id: stripeEvents.id })
    .from(stripeEvents)
    .where(and(eq(stripeEvents.organizationId, organizationId), eq(stripeEvents.id, id)));
  return rows.length > 0;
}

export async function keepEvent(
  tx: Transaction,
  organizationId: OrganizationId,
  id: string,
  at: Date,
): Promise<void> {
  await tx.insert(stripeEvents).values({ organizationId, id, at }).onConflictDoNothing();
}

export async function deleteEventsBefore(queries: Queries, before: Date): Promise<number> {
  const { rowCount } = await queries.delete(stripeEvents).where(lt(stripeEvents.at, before));
  return rowCount ?? 0;
}

/** Subscriptions whose members came or went since Stripe was told. */
export async function listSeatsDue(queries: Queries, limit: number): Promise<SubscriptionRow[]> {
  return await queries
    .select()
    .from(subscriptions)
    .where(
      and(
        ne(subscriptions.seatsMarked, subscriptions.seatsTold),
        isNotNull(subscriptions.stripeSubscriptionId),
      ),
    )
    .limit(limit);
}

export async function noteSeatsTold(queries: Queries, row: SubscriptionRow): Promise<void> {
  await queries
    .update(subscriptions)
    .set({ seatsTold: row.seatsMarked })
    .where(eq(subscriptions.organizationId, row.organizationId));
}
