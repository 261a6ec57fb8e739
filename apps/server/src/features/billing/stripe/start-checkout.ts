import type { OrganizationId } from "@lintel/contract";
import { badRequest, conflict } from "../../../api/api-error.js";
import type { Actor } from "../../changes/change.js";
import { countMembers } from "../../members/count-members.js";
import { readOrganization } from "../../organizations/read-organization.js";
import { findSubscription } from "../store.js";
import { askStripe, type StripeBilling } from "./stripe-billing.js";
import { keepCustomer } from "./stripe-store.js";

/** Answers with a page of Stripe's on which the plan is paid for. What is paid there comes back as an event. */
export async function startCheckout(
  billing: StripeBilling,
  actor: Actor,
  organizationId: OrganizationId,
  plan: string,
): Promise<string> {
  const { database, plans, settings, origin } = billing;
  const price = Object.hasOwn(settings.prices, plan) ? settings.prices[plan] : undefined;
  if (!price) throw notForSale(plan, Object.keys(settings.prices));
  const subscription = await findSubscription(database, organizationId);
  if (subscription?.stripeSubscriptionId)
    throw conflict("The organization has a subscription already. Change it with `openBillingPortal`.");
  const members = await countMembers(database, organizationId);
  const { members: room } = plans.named(plan).plan;
  if (room !== null && members > room)
    throw conflict(
      `The plan "${plan}" has room for ${room} members, and ${members} are here. Take a larger one, or remove some first.`,
    );
  const customer = subscription?.stripeCustomerId ?? (await makeCustomer(billing, actor, organizationId));
  const back = `${origin}/settings/billing`;
  const session = await askStripe(billing, (stripe) =>
    stripe.checkout.sessions.create({
      mode: "subscription",
      customer,
      client_reference_id: organizationId,
      line_items: [{ price, quantity: members }],
      subscription_data: { metadata: { organization: organizationId } },
      success_url: `${back}?checkout=done`,
      cancel_url: `${back}?checkout=canceled`,
    }),
  );
  if (!session.url) throw new Error("Stripe made a checkout without an address.");
  return session.url;
}

async function makeCustomer(
  billing: StripeBilling,
  actor: Actor,
  organizationId: OrganizationId,
): Promise<string> {
  const { name } = await readOrganization(billing.database, organizationId);
  const { id } = await askStripe(billing, (stripe) =>
    stripe.customers.create(
      { name, metadata: { organization: organizationId } },
      // Of two who begin at once, both get the same customer.
      { idempotencyKey: `lintel-customer-${organizationId}` },
    ),
  );
  await billing.runChange(organizationId, actor, "shared", async (change) => {
    await keepCustomer(change.tx, organizationId, id);
    change.audit("billing.customer_created", organizationId, { customer: id });
  });
  return id;
}

const notForSale = (plan: string, names: string[]) =>
  badRequest([
    {
      path: "plan",
      message: `"${plan.slice(0, 40)}" is not for sale. For sale: ${names.join(", ")}.`,
    },
  ]);
