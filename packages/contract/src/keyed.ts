import { oc } from "@orpc/contract";
import { errorsOf } from "./errors.js";

/** Needs a key. Who comes without one, or too often with a wrong one, spends the budget of their address. */
export const keyed = oc.errors(
  errorsOf("UNAUTHORIZED", "RATE_LIMITED", "INTERNAL_SERVER_ERROR", "SERVICE_UNAVAILABLE"),
);

/** Spends the key's budget, and the organization's quota of API requests. */
export const counted = keyed.errors(errorsOf("QUOTA_EXCEEDED"));
