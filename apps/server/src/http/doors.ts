import { ApiError } from "../api/api-error.js";
import type { Refusal, RequestMeter } from "../features/billing/request-meter.js";
import { endOfMonth } from "../features/billing/usage-window.js";
import type { VerifiedKey } from "../features/keys/key-verifier.js";
import { type AdmitKey, createAdmitKey, type DoorServices } from "./admit-key.js";
import type { Exchange } from "./exchange.js";
import { sayBudget, tellBudget } from "./rate-headers.js";

/** The ways into the public API, by what a request spends. */
export interface Doors {
  /** Nothing, with a key. */
  content: AdmitKey;
  /** The key's budget for events. */
  ingest(exchange: Exchange): Promise<VerifiedKey>;
  /** The key's budget, and the organization's quota of API requests. */
  counted(exchange: Exchange): Promise<VerifiedKey>;
}

export function createDoors(services: DoorServices & { meter: RequestMeter }): Doors {
  const { limits, meter } = services;
  const content = createAdmitKey(services);

  return {
    content,
    async ingest(exchange) {
      const key = await content(exchange);
      tellBudget(exchange, await limits.takeForKey("ingest", key));
      return key;
    },
    async counted(exchange) {
      const key = await content(exchange);
      const verdict = await limits.takeForKey("api", key);
      // Where both are used up, the quota is what there is to wait for.
      if (verdict && !verdict.allowed) {
        sayBudget(exchange, verdict);
        refuse(exchange, meter.lastRefusal(key.organizationId));
      }
      tellBudget(exchange, verdict);
      refuse(exchange, await meter.count(key.organizationId));
      return key;
    },
  };
}

function refuse({ res }: Exchange, refusal: Refusal): void {
  if (!refusal) return;
  const { plan, used, cap } = refusal;
  const now = new Date();
  res.setHeader("Retry-After", Math.ceil((endOfMonth(now).getTime() - now.getTime()) / 1_000));
  throw new ApiError("QUOTA_EXCEEDED", undefined, { plan, feature: "apiRequests", used, cap });
}
