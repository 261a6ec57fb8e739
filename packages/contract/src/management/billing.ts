import { z } from "zod";
import { billingSchema } from "../billing.js";
import { inOrganization, organizationParam } from "./base.js";

const capSchema = z.int().min(0).nullable();

const planSchema = z
  .object({
    name: z.string().meta({ example: "pro" }),
    forSale: z.boolean().meta({ description: "Whether it can be bought here." }),
    caps: z
      .object({ members: capSchema, apiRequests: capSchema, storage: capSchema, events: capSchema })
      .meta({
        description:
          "What it gives; null is unlimited. `storage` is in bytes, `apiRequests` and `events` are a month's.",
      }),
  })
  .meta({ id: "Plan" });

const pageSchema = z.object({
  url: z.string().meta({
    description: "A page of Stripe's, good for a short time and for this person. Send the browser there.",
    example: "https://checkout.stripe.com/c/pay/cs_test_a1",
  }),
});

export const billing = {
  get: inOrganization
    .route({
      method: "GET",
      path: "/organizations/{organization}/billing",
      operationId: "readBilling",
      tags: ["Billing"],
      summary: "Read the plan, what is used of it, and the plans there are",
      description: "For every member. Without Stripe no plan is for sale.",
    })
    .input(z.strictObject(organizationParam))
    .output(z.object({ billing: billingSchema, plans: z.array(planSchema) })),

  checkout: inOrganization
    .route({
      method: "POST",
      path: "/organizations/{organization}/billing/checkout",
      operationId: "startCheckout",
      tags: ["Billing"],
      summary: "Begin to buy a plan",
      description:
        "Answers with a page on which the plan is paid for, a seat for each member. For owners, in an organization without a subscription; one that has one is changed with `openBillingPortal`.",
    })
    .input(z.object({ ...organizationParam, plan: z.string().max(40).meta({ example: "pro" }) }))
    .output(pageSchema),

  portal: inOrganization
    .route({
      method: "POST",
      path: "/organizations/{organization}/billing/portal",
      operationId: "openBillingPortal",
      tags: ["Billing"],
      summary: "Change or cancel a subscription, and read its invoices",
      description: "Answers with a page of Stripe's. For owners, in an organization that has bought a plan.",
    })
    .input(z.object(organizationParam))
    .output(pageSchema),
};
