import { ApiError } from "../api/api-error.js";
import type { KeyVerifier, VerifiedKey } from "../features/keys/key-verifier.js";
import type { ClientAddress } from "../features/limits/client-address.js";
import type { Limits } from "../features/limits/create-limits.js";
import type { Exchange } from "./exchange.js";
import { tellBudget } from "./rate-headers.js";

export type AdmitKey = (exchange: Exchange) => VerifiedKey | Promise<VerifiedKey>;

export interface DoorServices {
  keys: KeyVerifier;
  limits: Limits;
  clientAddress: ClientAddress;
}

/**
 * The door of the public API. It answers at once for a key that is known, so that a read need not wait a turn. Who
 * comes without a key, or with a wrong one, spends the budget of their address.
 */
export function createAdmitKey({ keys, limits, clientAddress }: DoorServices): AdmitKey {
  function admit(exchange: Exchange, key: VerifiedKey | null): VerifiedKey | Promise<never> {
    if (!key) return turnAway(exchange);
    exchange.organizationId = key.organizationId;
    return key;
  }

  async function turnAway(exchange: Exchange): Promise<never> {
    tellBudget(exchange, await limits.takeForAddress(clientAddress(exchange.req)));
    throw new ApiError("UNAUTHORIZED");
  }

  return (exchange) => {
    const key = exchange.req.headers["x-api-key"];
    if (typeof key !== "string") return turnAway(exchange);
    const known = keys.verifyCached(key);
    return known === undefined
      ? keys.verify(key).then((read) => admit(exchange, read))
      : admit(exchange, known);
  };
}
