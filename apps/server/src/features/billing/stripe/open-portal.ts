import type { OrganizationId } from "@lintel/contract";
import { conflict } from "../../../api/api-error.js";
import { findSubscription } from "../store.js";
import { askStripe, type StripeBilling } from "./stripe-billing.js";

/** Answers with a page of Stripe's on which a subscription is changed or canceled, and its invoices are read. */
export async function openPortal(billing: StripeBilling, organizationId: OrganizationId): Promise<string> {
  const subscription = await findSubscription(billing.database, organizationId);
  const customer = subscription?.stripeCustomerId;
  if (!customer) throw conflict("The organization has bought nothing yet. Begin with `startCheckout`.");
  const { url } = await askStripe(billing, (stripe) =>
    stripe.billingPortal.sessions.create({ customer, return_url: `${billing.origin}/settings/billing` }),
  );
  return url;
}
