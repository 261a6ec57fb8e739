import type { Services } from "../services.js";
import { countHosts } from "./count-hosts.js";
import { revisionOf } from "./delivery-operations.js";
import type { Exchange } from "./exchange.js";

export type AnswerAgain = (exchange: Exchange) => boolean;

/**
 * The shortest way through the service: a read that was answered before under the very same URL, asked for with a key
 * that is known. Whatever the usual way checks was checked then. False: nothing was sent, and the usual way has to be
 * taken.
 */
export function createAnswerAgain({ delivery, keys }: Pick<Services, "delivery" | "keys">): AnswerAgain {
  return (exchange) => {
    const { req, res, requestId } = exchange;
    const { host, "x-api-key": given } = req.headers;
    if (req.method !== "GET" || typeof given !== "string" || !host) return false;
    const key = keys.verifyCached(given);
    if (!key || countHosts(req.rawHeaders) > 1) return false;
    if (!delivery.answerAgain(req, res, key.organizationId, ["x-request-id", requestId])) return false;
    exchange.organizationId = key.organizationId;
    keys.recordUse(key.keyId, key.organizationId, revisionOf(exchange));
    return true;
  };
}
