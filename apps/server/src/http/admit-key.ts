import { ApiError } from "../api/api-error.js";
import type { KeyVerifier, VerifiedKey } from "../features/keys/key-verifier.js";
import type { Exchange } from "./exchange.js";

export type AdmitKey = (exchange: Exchange) => VerifiedKey | Promise<VerifiedKey>;

/** The door of the public API. It answers at once for a key that is known, so that a read need not wait a turn. */
export function createAdmitKey(keys: KeyVerifier): AdmitKey {
  function admit(exchange: Exchange, key: VerifiedKey | null): VerifiedKey {
    if (!key) throw new ApiError("UNAUTHORIZED");
    exchange.organizationId = key.organizationId;
    return key;
  }

  return (exchange) => {
    const key = exchange.req.headers["x-api-key"];
    if (typeof key !== "string") throw new ApiError("UNAUTHORIZED");
    const known = keys.verifyCached(key);
    return known === undefined
      ? keys.verify(key).then((read) => admit(exchange, read))
      : admit(exchange, known);
  };
}
