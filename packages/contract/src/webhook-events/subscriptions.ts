import { z } from "zod";
import { instantSchema } from "../organization.js";
import { defineWebhookEvent } from "./define-webhook-event.js";
import { bySchema } from "./parts.js";

const subscription = z
  .object({
    plan: z.string().meta({ example: "pro" }),
    status: z.string().meta({ example: "active" }),
    seats: z.number().int(),
    periodEnd: instantSchema,
    cancelAtPeriodEnd: z.boolean(),
  })
  .meta({ id: "EventSubscription" });

const example = {
  plan: "pro",
  status: "active",
  seats: 5,
  periodEnd: "2026-04-01T00:00:00.000Z",
  cancelAtPeriodEnd: false,
};

export const subscriptionStarted = defineWebhookEvent({
  description: "A subscription to a paid plan began.",
  data: z.object({ subscription, by: bySchema }),
  example: { subscription: example, by: null },
});

export const subscriptionUpdated = defineWebhookEvent({
  description: "A subscription has another plan, state, number of seats or period.",
  data: z.object({
    subscription,
    changed: z.array(subscription.keyof()).meta({ description: "Which of its members changed." }),
    by: bySchema,
  }),
  example: { subscription: example, changed: ["seats"], by: null },
});

export const subscriptionCanceled = defineWebhookEvent({
  description: "A subscription ended. The organization is on the free plan from here on.",
  data: z.object({ subscription, by: bySchema }),
  example: { subscription: { ...example, status: "canceled" }, by: null },
});
