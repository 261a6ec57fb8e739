import type { Stripe } from "stripe";
import { badRequest } from "../../../api/api-error.js";
import { refreshSubscription } from "./refresh-subscription.js";
import type { StripeBilling } from "./stripe-billing.js";
import { findByCustomer, isKnownEvent } from "./stripe-store.js";

/**
 * Takes what Stripe's webhook endpoint sends. Answers normally only when it is dealt with for good: after anything else
 * Stripe sends it again.
 *
 * @param body byte for byte as it came, because that is what is signed
 */
export async function receiveStripeEvent(
  billing: StripeBilling,
  body: Buffer,
  signature: string | undefined,
): Promise<void> {
  const event = await verify(billing, body, signature);
  const customer = customerOf(event);
  if (!customer) return;
  const row = await findByCustomer(billing.database, customer);
  // Another system may sell to other customers with the same account.
  if (!row || (await isKnownEvent(billing.database, row.organizationId, event.id))) return;
  await refreshSubscription(billing, row.organizationId, event.id);
}

async function verify(
  { load, settings }: StripeBilling,
  body: Buffer,
  signature: string | undefined,
): Promise<Stripe.Event> {
  const stripe = await load();
  try {
    return stripe.webhooks.constructEvent(body, signature ?? "", settings.webhookSecret);
  } catch {
    throw badRequest([
      {
        path: "stripe-signature",
        message:
          "The signature does not belong to this body, or is older than 5 minutes. Check STRIPE_WEBHOOK_SECRET against the signing secret of the endpoint.",
      },
    ]);
  }
}

/** Whose subscription the event is about, where it is about one. */
function customerOf(event: Stripe.Event): string | undefined {
  switch (event.type) {
    case "checkout.session.completed":
    case "customer.subscription.created":
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
    case "customer.subscription.paused":
    case "customer.subscription.resumed":
    case "customer.subscription.trial_will_end": {
      const { customer } = event.data.object;
      return (typeof customer === "string" ? customer : customer?.id) ?? undefined;
    }
    default:
      return undefined;
  }
}
