import { countMembers } from "../../members/count-members.js";
import type { SubscriptionRow } from "../store.js";
import { refreshSubscription } from "./refresh-subscription.js";
import { askStripe, type StripeBilling } from "./stripe-billing.js";
import { listSeatsDue, noteSeatsTold } from "./stripe-store.js";

const batch = 100;

/** Tells Stripe how many members there are, where some came or went. What fails is due again at the next round. */
export async function syncSeats(billing: StripeBilling): Promise<{ told: number; failed: number }> {
  const due = await listSeatsDue(billing.database, batch);
  let failed = 0;
  for (const row of due) {
    await tell(billing, row).catch((err: unknown) => {
      failed += 1;
      billing.log.warn(
        { err, organization: row.organizationId },
        "Stripe could not be told how many members there are; it is tried again.",
      );
    });
  }
  return { told: due.length - failed, failed };
}

async function tell(billing: StripeBilling, row: SubscriptionRow): Promise<void> {
  const { organizationId, stripeSubscriptionId } = row;
  if (!stripeSubscriptionId) return;
  const quantity = await countMembers(billing.database, organizationId);
  const { items } = await askStripe(billing, (stripe) => stripe.subscriptions.retrieve(stripeSubscriptionId));
  const [item] = items.data;
  if (item && item.quantity !== quantity)
    await askStripe(billing, (stripe) => stripe.subscriptionItems.update(item.id, { quantity }));
  await refreshSubscription(billing, organizationId);
  // Whoever came since the members were counted has marked the row anew.
  await noteSeatsTold(billing.database, row);
}
