import { ApiError } from "../api/api-error.js";
import type { Verdict } from "../features/limits/create-limits.js";
import type { Exchange } from "./exchange.js";

/**
 * Says how the budget stands, and refuses where it is used up.
 *
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export function tellBudget({ res }: Exchange, verdict: Verdict | null): void {
  if (!verdict) return;
  const { budget, perMinute, allowed, remaining, fullIn, nextIn } = verdict;
  res.setHeader("RateLimit-Policy", `"${budget}";q=${perMinute};w=60`);
  res.setHeader("RateLimit", `"${budget}";r=${remaining};t=${Math.ceil(fullIn)}`);
  if (allowed) return;
  res.setHeader("Retry-After", Math.max(1, Math.ceil(nextIn)));
  throw new ApiError("RATE_LIMITED");
}
