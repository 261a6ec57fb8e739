import { and, eq, isNotNull, sql } from "drizzle-orm";
import { subscriptions } from "../../db/schema/index.js";
import type { Change } from "../changes/change.js";

/** Notes with the change that members came or went, so that Stripe is told how many there are. */
export async function markSeats({
  tx,
  organizationId,
}: Pick<Change, "tx" | "organizationId">): Promise<void> {
  await tx
    .update(subscriptions)
    .set({ seatsMarked: sql`${subscriptions.seatsMarked} + 1` })
    .where(
      and(eq(subscriptions.organizationId, organizationId), isNotNull(subscriptions.stripeSubscriptionId)),
    );
}
