import { ApiError } from "../api/api-error.js";
import type { RequestMeter } from "../features/billing/request-meter.js";
import { endOfMonth } from "../features/billing/usage-window.js";
import type { VerifiedKey } from "../features/keys/key-verifier.js";
import { type AdmitKey, createAdmitKey, type DoorServices } from "./admit-key.js";
import type { Exchange } from "./exchange.js";
import { tellBudget } from "./rate-headers.js";

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

  async function spend(exchange: Exchange, budget: "api" | "ingest"): Promise<VerifiedKey> {
    const key = await content(exchange);
    tellBudget(exchange, await limits.takeForKey(budget, key));
    return key;
  }

  return {
    content,
    ingest: (exchange) => spend(exchange, "ingest"),
    async counted(exchange) {
      const key = await spend(exchange, "api");
      const refusal = await meter.count(key.organizationId);
      if (!refusal) return key;
      const { plan, used, cap } = refusal;
      const now = new Date();
      const seconds = Math.ceil((endOfMonth(now).getTime() - now.getTime()) / 1_000);
      exchange.res.setHeader("Retry-After", seconds);
      throw new ApiError("QUOTA_EXCEEDED", undefined, { plan, feature: "apiRequests", used, cap });
    },
  };
}
