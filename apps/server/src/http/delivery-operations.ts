import type { DeliveryMatch } from "../features/delivery/hot-path.js";
import type { VerifiedKey } from "../features/keys/key-verifier.js";
import type { Services } from "../services.js";
import type { AdmitKey } from "./admit-key.js";
import type { Exchange } from "./exchange.js";
import type { Handle, Params } from "./route-table.js";

/** Their ids in the contract. */
export const deliveryOperations = ["getModel", "listEntries", "getEntry"] as const;

type DeliveryOperation = (typeof deliveryOperations)[number];

/**
 * The operations of the hot path, which answer from bytes and not through the contract's implementation. A key that
 * is known and an answer that is at hand are answered within the turn in which the request came.
 */
export function createDeliveryOperations(
  { delivery, keys }: Pick<Services, "delivery" | "keys">,
  admit: AdmitKey,
) {
  function serve(exchange: Exchange, key: VerifiedKey, match: DeliveryMatch): Promise<void> | undefined {
    const { req, res, requestId } = exchange;
    keys.recordUse(key.keyId, key.organizationId, revisionOf(exchange));
    return delivery.handle(req, res, key, match, ["x-request-id", requestId]);
  }

  const operation =
    (matchOf: (params: Params) => DeliveryMatch): Handle =>
    (exchange, params) => {
      const key = admit(exchange);
      const match = matchOf(params);
      return key instanceof Promise
        ? key.then((read) => serve(exchange, read, match))
        : serve(exchange, key, match);
    };

  return {
    getModel: operation(() => ({ route: "model" })),
    listEntries: operation(({ type = "" }) => ({ route: "list", type })),
    getEntry: operation(({ type = "", slug = "" }) => ({ route: "entry", type, slug })),
  } satisfies Record<DeliveryOperation, Handle>;
}

/** The revision that the reader's client was generated from, where it says so: evidence of who knows which keys. */
export function revisionOf({ req }: Exchange): number | undefined {
  const header = req.headers["x-lintel-model-revision"];
  return typeof header === "string" && /^\d{1,15}$/.test(header) ? Number(header) : undefined;
}
