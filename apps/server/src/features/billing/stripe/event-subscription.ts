import type { EventFacts } from "../../webhook-events/webhook-event.js";
import type { PlanCatalog } from "../plans.js";
import { endOfMonth } from "../usage-window.js";
import type { SubscriptionState } from "./stripe-store.js";

type EventSubscription = EventFacts<"subscription.started">["subscription"];

export const eventMembers = [
  "plan",
  "status",
  "seats",
  "periodEnd",
  "cancelAtPeriodEnd",
] as const satisfies (keyof EventSubscription)[];

/** A subscription as endpoints are told of it, with the same members as the billing of the public API. */
export function toEventSubscription(
  plans: PlanCatalog,
  { plan, status, seats, periodEnd, cancelAtPeriodEnd }: SubscriptionState,
  at: Date,
): EventSubscription {
  return {
    plan: plans.named(plan).name,
    status,
    seats: seats ?? 1,
    periodEnd: (periodEnd ?? endOfMonth(at)).toISOString(),
    cancelAtPeriodEnd,
  };
}
