import type { OrganizationId } from "@lintel/contract";
import type { Queries } from "../../db/database.js";
import type { PlanCatalog } from "./plans.js";
import { findSubscription, type SubscriptionRow } from "./store.js";

/** States in which what was bought is given: a payment that failed is asked for again for some days first. */
export const givingStates = ["trialing", "active", "past_due"] as const;

/** The plan that an organization has now. */
export async function planInForce(queries: Queries, catalog: PlanCatalog, organizationId: OrganizationId) {
  return planOf(catalog, await findSubscription(queries, organizationId));
}

export function planOf(catalog: PlanCatalog, subscription: SubscriptionRow | undefined) {
  const gives = subscription && (givingStates as readonly string[]).includes(subscription.status);
  return catalog.named(gives ? subscription.plan : null);
}
