import type { StripeBilling } from "./stripe-billing.js";
import { deleteEventsBefore } from "./stripe-store.js";

/** Stripe repeats an event for 3 days. */
const keptDays = 30;

export async function purgeStripeEvents(
  { database }: Pick<StripeBilling, "database">,
  now: Date,
): Promise<{ purged: number }> {
  const before = new Date(now.getTime() - keptDays * 86_400_000);
  return { purged: await deleteEventsBefore(database, before) };
}
