import { readFileSync } from "node:fs";
import { z } from "zod";
import { isOrigin, text } from "../../setting-values.js";
import { PlanCatalog, readPlans, usualPlans } from "./plans.js";
import type { StripeSettings } from "./stripe/stripe-settings.js";

/** The settings of this feature, as they stand in the environment. */
export const billingSettings = {
  LINTEL_PLANS: z.string().optional(),
  LINTEL_DEFAULT_PLAN: z.string().default("free"),
  STRIPE_SECRET_KEY: text("a secret key of Stripe, as sk_live_…", (value) =>
    /^[rs]k_\w+$/.test(value),
  ).optional(),
  STRIPE_WEBHOOK_SECRET: text("the signing secret of Stripe's webhook endpoint, as whsec_…", (value) =>
    value.startsWith("whsec_"),
  ).optional(),
  STRIPE_PRICES: text(
    "plans and their prices in Stripe, as pro=price_1,enterprise=price_2",
    (value) => readPrices(value) !== null,
  ).optional(),
  STRIPE_API_ORIGIN: text(
    "the address of Stripe's API with no path, as https://api.stripe.com",
    isOrigin,
  ).default("https://api.stripe.com"),
};

export const billingSecrets = ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"];

interface Given {
  LINTEL_PLANS?: string | undefined;
  LINTEL_DEFAULT_PLAN: string;
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: string | undefined;
  STRIPE_PRICES?: string | undefined;
  STRIPE_API_ORIGIN: string;
}

/** What is wrong with settings that are right by themselves and not together. */
export function problemsOfBilling(given: Record<string, string | undefined>): string[] {
  const { plans, problem } = plansOf(given.LINTEL_PLANS);
  if (problem) return [problem];
  const { LINTEL_DEFAULT_PLAN: defaultPlan = "free", STRIPE_PRICES: prices = "" } = given;
  const known = Object.keys(plans).join(", ");
  const strangers = Object.keys(readPrices(prices) ?? {}).filter((name) => !Object.hasOwn(plans, name));
  return [
    ...(Object.hasOwn(plans, defaultPlan)
      ? []
      : [`LINTEL_DEFAULT_PLAN is ${JSON.stringify(defaultPlan)}. Set one of ${known}.`]),
    ...strangers.map((name) => `STRIPE_PRICES names the plan ${JSON.stringify(name)}. Name any of ${known}.`),
    ...missingOfStripe(given),
  ];
}

/** Whoever names one setting of Stripe wants Stripe, so half of them is a mistake. */
function missingOfStripe(given: Record<string, string | undefined>): string[] {
  const needed = ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "STRIPE_PRICES"];
  const named = needed.find((name) => given[name]);
  if (!named) return [];
  return needed
    .filter((name) => !given[name])
    .map(
      (name) => `${name} is missing. Set it, because ${named} is set, or remove all that start with STRIPE_.`,
    );
}

export function toCatalog(given: Given): PlanCatalog {
  const isForSale = toStripe(given) !== undefined;
  return new PlanCatalog(plansOf(given.LINTEL_PLANS).plans, given.LINTEL_DEFAULT_PLAN, isForSale);
}

export function toStripe(given: Given): StripeSettings | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_PRICES: prices } = given;
  if (!secretKey || !webhookSecret || !prices) return undefined;
  return { secretKey, webhookSecret, prices: readPrices(prices) ?? {}, apiOrigin: given.STRIPE_API_ORIGIN };
}

/** As JSON, or as the file that holds it. */
function plansOf(setting: string | undefined): { plans: PlanCatalog["plans"]; problem?: string } {
  if (!setting) return { plans: usualPlans };
  const failed = (problem: string) => ({
    plans: usualPlans,
    problem: `LINTEL_PLANS cannot be read: ${problem}. Set JSON as {"free":{"members":3,"apiRequests":10000,"storage":1000000000,"events":100000}} with null for unlimited, or the path of a file that holds it.`,
  });
  try {
    const read = readPlans(/^\s*\{/.test(setting) ? setting : readFileSync(setting, "utf8"));
    return "problem" in read ? failed(read.problem) : read;
  } catch (error) {
    return failed(`there is no such file (${(error as NodeJS.ErrnoException).code})`);
  }
}

function readPrices(setting: string): Record<string, string> | null {
  const pairs = setting
    .split(",")
    .filter(Boolean)
    .map((pair) => pair.trim().split("="));
  const isWhole = pairs.every(
    ([plan, price, ...rest]) => plan && price?.startsWith("price_") && rest.length === 0,
  );
  return isWhole ? Object.fromEntries(pairs) : null;
}
