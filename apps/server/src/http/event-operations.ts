import { eventBatchSchema } from "@lintel/contract";
import { badRequest } from "../api/api-error.js";
import { readRepeatable } from "../features/events/ingest/idempotency-key.js";
import type { Services } from "../services.js";
import type { AdmitKey } from "./admit-key.js";
import { sendJson } from "./answer.js";
import type { Exchange } from "./exchange.js";
import { checkQuery, type InputShape } from "./input-shape.js";
import { asObject } from "./operations.js";
import { readJson } from "./read-json.js";
import type { Handle } from "./route-table.js";
import { toIssues } from "./validation-issues.js";

const shape: InputShape = { detailed: false, takesBody: true, query: new Map() };

/**
 * Taking events in does not pass through oRPC: one request is one browser's batch, so there are as many as the
 * customer's pages have visitors, and what oRPC adds would take longer than the rest. A test holds what it answers to
 * the contract.
 */
export function createEventOperations({ events, keys }: Pick<Services, "events" | "keys">, admit: AdmitKey) {
  /** Apart from the wait for the commit, so that the body is not kept while it lasts. */
  async function queueBatch(exchange: Exchange): Promise<{ accepted: Promise<number> }> {
    const { keyId, organizationId } = await admit(exchange);
    keys.recordUse(keyId, organizationId);
    checkQuery(new URLSearchParams(exchange.query), shape);
    const body = asObject(await readJson(exchange));
    const read = eventBatchSchema.safeParse(body);
    if (!read.success) throw badRequest(toIssues(read.error.issues, false));
    const repeatable = readRepeatable(exchange.req.headers["idempotency-key"], body);
    return { accepted: events.ingest(organizationId, read.data, repeatable, keyId) };
  }

  async function ingestEvents(exchange: Exchange): Promise<void> {
    const queued = await queueBatch(exchange);
    sendJson(exchange, 200, { accepted: await queued.accepted });
  }

  return { ingestEvents } satisfies Record<string, Handle>;
}
