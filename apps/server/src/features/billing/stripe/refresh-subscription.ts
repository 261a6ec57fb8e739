import type { OrganizationId, SubscriptionStatus } from "@lintel/contract";
import { subscriptionStatusSchema } from "@lintel/contract";
import type { Stripe } from "stripe";
import { ApiError } from "../../../api/api-error.js";
import type { Actor, Change } from "../../changes/change.js";
import { markSeats } from "../mark-seats.js";
import { givingStates } from "../plan-in-force.js";
import { findSubscription, type SubscriptionRow } from "../store.js";
import { eventMembers, toEventSubscription } from "./event-subscription.js";
import { askStripe, type StripeBilling } from "./stripe-billing.js";
import { keepEvent, type SubscriptionState, writeState } from "./stripe-store.js";

const actor: Actor = { userId: null, via: "service", requestId: null };

/** Nothing is sold to an organization any more, or not yet. */
const none: SubscriptionState = {
  plan: null,
  status: "active",
  seats: null,
  periodEnd: null,
  cancelAtPeriodEnd: false,
  stripeSubscriptionId: null,
};

const attempts = 5;

/**
 * Reads at Stripe how an organization's subscription stands and writes that. What an event says is not used: events
 * come twice, late and in any order, and Stripe's present state is right whichever came. Within this process readings of
 * one organization wait for each other; one that another process overtook is thrown away and made again.
 */
export function refreshSubscription(
  billing: StripeBilling,
  organizationId: OrganizationId,
  eventId?: string,
): Promise<void> {
  return billing.turns.take(organizationId, () => refresh(billing, organizationId, eventId));
}

async function refresh(
  billing: StripeBilling,
  organizationId: OrganizationId,
  eventId?: string,
): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const before = await findSubscription(billing.database, organizationId);
    if (!before?.stripeCustomerId) return;
    const after = await readState(billing, before.stripeCustomerId);
    const written = await billing.runChange(organizationId, actor, "shared", async (change) => {
      // Also where nothing seems to have changed: an older reading may have been written meanwhile.
      if (!(await writeState(change.tx, before, after))) return false;
      if (eventId) await keepEvent(change.tx, organizationId, eventId, change.at);
      await announce(billing, change, before, after);
      return true;
    });
    if (written) return;
  }
  throw new ApiError(
    "SERVICE_UNAVAILABLE",
    `The subscription changed ${attempts} times while it was read. Nothing was changed. Send the event again shortly.`,
  );
}

async function readState(billing: StripeBilling, customer: string): Promise<SubscriptionState> {
  const { data } = await askStripe(billing, (stripe) =>
    stripe.subscriptions.list({ customer, status: "all", limit: 20 }),
  );
  // Newest first.
  const living = data.find(({ status }) => status !== "canceled" && status !== "incomplete_expired");
  return living ? toState(billing, living) : none;
}

function toState({ settings, log }: StripeBilling, subscription: Stripe.Subscription): SubscriptionState {
  const [item] = subscription.items.data;
  const price = item?.price.id;
  const [plan] = Object.entries(settings.prices).find(([, known]) => known === price) ?? [];
  if (!plan)
    log.warn(
      { price },
      "A subscription has a price that STRIPE_PRICES does not name; the default plan is given.",
    );
  return {
    plan: plan ?? null,
    status: toStatus(subscription.status),
    seats: item?.quantity ?? 1,
    periodEnd: item ? new Date(item.current_period_end * 1_000) : null,
    cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    stripeSubscriptionId: subscription.id,
  };
}

/** A state that Stripe invents after this was written gives nothing: nobody said that it is paid. */
function toStatus(status: string): SubscriptionStatus {
  const known = subscriptionStatusSchema.safeParse(status);
  return known.success ? known.data : "incomplete";
}

function isSame(before: SubscriptionRow, after: SubscriptionState): boolean {
  return (
    before.plan === after.plan &&
    before.status === after.status &&
    before.seats === after.seats &&
    before.periodEnd?.getTime() === after.periodEnd?.getTime() &&
    before.cancelAtPeriodEnd === after.cancelAtPeriodEnd &&
    before.stripeSubscriptionId === after.stripeSubscriptionId
  );
}

const isPaid = ({ stripeSubscriptionId, status }: SubscriptionState): boolean =>
  stripeSubscriptionId !== null && (givingStates as readonly string[]).includes(status);

async function announce(
  { plans }: StripeBilling,
  change: Change,
  before: SubscriptionRow,
  after: SubscriptionState,
): Promise<void> {
  if (isSame(before, after)) return;
  const type = typeOf(before, after);
  if (!type) return;
  // Members may have come since the number of seats was chosen.
  if (type === "subscription.started") await markSeats(change);
  const { plan, status, seats } = after;
  change.audit(type, change.organizationId, { plan, status, seats });
  if (type === "subscription.canceled") {
    const subscription = toEventSubscription(plans, { ...before, status: "canceled" }, change.at);
    change.event(type, { subscription });
  } else {
    const was = toEventSubscription(plans, before, change.at);
    const subscription = toEventSubscription(plans, after, change.at);
    const changed = eventMembers.filter((name) => was[name] !== subscription[name]);
    if (type === "subscription.started") change.event(type, { subscription });
    else change.event(type, { subscription, changed });
  }
}

/** Undefined where a purchase was begun and is not paid for yet, or was given up. */
function typeOf(before: SubscriptionRow, after: SubscriptionState) {
  if (!isPaid(before) && isPaid(after)) return "subscription.started";
  if (!before.stripeSubscriptionId || before.status === "incomplete") return undefined;
  return after.stripeSubscriptionId ? "subscription.updated" : "subscription.canceled";
}
