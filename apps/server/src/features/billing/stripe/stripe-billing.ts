import type { Logger } from "pino";
import { ApiError, conflict } from "../../../api/api-error.js";
import type { Database } from "../../../db/database.js";
import type { RunChange } from "../../changes/change.js";
import type { PlanCatalog } from "../plans.js";
import { type LoadStripe, stripeClient } from "./stripe-client.js";
import type { StripeSettings } from "./stripe-settings.js";
import { Turns } from "./turns.js";

export interface StripeBillingOptions {
  database: Database;
  runChange: RunChange;
  plans: PlanCatalog;
  /** The deployment's origin: where Stripe's pages lead back to. */
  origin: string;
  log: Pick<Logger, "warn" | "error">;
  /** Undefined: plans are not for sale here. */
  settings: StripeSettings | undefined;
}

/** What the operations on Stripe need, made once when the service starts. */
export interface StripeBilling extends Omit<StripeBillingOptions, "settings"> {
  settings: StripeSettings;
  load: LoadStripe;
  /** By organization: several events of one come at once, and each reading would overtake the others. */
  turns: Turns;
}

export function createStripeBilling({ settings, ...rest }: StripeBillingOptions): StripeBilling | undefined {
  return settings && { ...rest, settings, load: stripeClient(settings), turns: new Turns() };
}

export function requireStripe(stripe: StripeBilling | undefined): StripeBilling {
  if (stripe) return stripe;
  throw conflict(
    "Plans are not for sale on this installation. Its operator can set the plan of all organizations with LINTEL_DEFAULT_PLAN, or sell plans with the settings that start with STRIPE_.",
  );
}

/** Asks Stripe something. What goes wrong there is told as such, and for the operator in the log. */
export async function askStripe<T>(
  { load, log }: Pick<StripeBilling, "load" | "log">,
  ask: (stripe: Awaited<ReturnType<LoadStripe>>) => Promise<T>,
): Promise<T> {
  const stripe = await load();
  try {
    return await ask(stripe);
  } catch (error) {
    log.error({ err: error }, "Stripe did not do what it was asked for.");
    throw new ApiError(
      "SERVICE_UNAVAILABLE",
      "Stripe did not answer as it should. Nothing was changed. Try again shortly; the operator finds the cause in the log.",
    );
  }
}
