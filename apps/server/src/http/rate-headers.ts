import { ApiError } from "../api/api-error.js";
import type { Verdict } from "../features/limits/create-limits.js";
import type { Exchange } from "./exchange.js";

/** Says how the budget stands, and refuses where it is used up. */
export function tellBudget(exchange: Exchange, verdict: Verdict | null): void {
  if (!verdict) return;
  sayBudget(exchange, verdict);
  if (verdict.allowed) return;
  exchange.res.setHeader("Retry-After", Math.max(1, Math.ceil(verdict.nextIn)));
  throw new ApiError("RATE_LIMITED");
}

/**
 * Says how the budget stands.
 *
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export function sayBudget({ res }: Exchange, verdict: Verdict): void {
  const { budget, perMinute, remaining, fullIn } = verdict;
  res.setHeader("RateLimit-Policy", `"${budget}";q=${perMinute};w=60`);
  res.setHeader("RateLimit", `"${budget}";r=${remaining};t=${Math.ceil(fullIn)}`);
}
