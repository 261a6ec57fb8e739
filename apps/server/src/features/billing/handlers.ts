import { managementApi, may } from "../../api/management-api.js";
import type { Database } from "../../db/database.js";
import type { PlanCatalog } from "./plans.js";
import { readBilling } from "./read-billing.js";
import { openPortal } from "./stripe/open-portal.js";
import { startCheckout } from "./stripe/start-checkout.js";
import { requireStripe, type StripeBilling } from "./stripe/stripe-billing.js";

export interface BillingServices {
  database: Database;
  plans: PlanCatalog;
  stripe: StripeBilling | undefined;
}

export function createBillingHandlers({ database, plans, stripe }: BillingServices) {
  const { billing } = managementApi;
  return {
    get: billing.get.use(may("billing.read")).handler(async ({ context }) => ({
      billing: await readBilling(database, plans, context.organizationId, new Date()),
      plans: Object.entries(plans.plans).map(([name, caps]) => ({
        name,
        forSale: stripe !== undefined && Object.hasOwn(stripe.settings.prices, name),
        caps,
      })),
    })),

    checkout: billing.checkout.use(may("billing.manage")).handler(async ({ context, input }) => {
      const { actor, organizationId } = context;
      return { url: await startCheckout(requireStripe(stripe), actor, organizationId, input.plan) };
    }),

    portal: billing.portal.use(may("billing.manage")).handler(async ({ context }) => ({
      url: await openPortal(requireStripe(stripe), context.organizationId),
    })),
  };
}
