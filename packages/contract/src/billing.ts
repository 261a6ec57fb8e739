import { z } from "zod";
import { instantSchema } from "./organization.js";

const amount = z.int().min(0);

export const usageSchema = z
  .object({
    feature: z
      .enum(["members", "apiRequests", "storage", "events"])
      .meta({ description: "What is counted. `storage` is in bytes." }),
    used: amount,
    cap: amount.nullable().meta({ description: "What the plan gives; null is unlimited.", example: 10_000 }),
    window: z
      .enum(["month", "total"])
      .meta({ description: "`month` starts anew with each month in UTC, `total` never does." }),
  })
  .meta({ id: "Usage" });

export const subscriptionStatusSchema = z
  .enum([
    "trialing",
    "active",
    "past_due",
    "unpaid",
    "paused",
    "incomplete",
    "incomplete_expired",
    "canceled",
  ])
  .meta({
    id: "SubscriptionStatus",
    description: "As Stripe has it. `active` for a plan without a subscription.",
  });

export const billingSchema = z
  .object({
    plan: z
      .string()
      .meta({ description: "The plan's name in the catalog of this installation.", example: "free" }),
    status: subscriptionStatusSchema,
    seats: amount.meta({
      description:
        "How many members are paid for. Without a subscription, how many the plan has room for, and where that is unlimited, how many there are.",
      example: 3,
    }),
    periodEnd: instantSchema.meta({
      description: "When the paid period ends. Without a subscription, the end of the month in UTC.",
    }),
    cancelAtPeriodEnd: z.boolean(),
    usage: z.array(usageSchema).meta({ description: "One entry for each feature." }),
  })
  .meta({ id: "Billing" });

export type Billing = z.infer<typeof billingSchema>;
export type SubscriptionStatus = z.infer<typeof subscriptionStatusSchema>;
