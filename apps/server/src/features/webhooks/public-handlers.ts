import { contract, type OrganizationId, publicApiPrefix, type WebhookEndpointId } from "@lintel/contract";
import { implement } from "@orpc/server";
import type { Actor } from "../changes/change.js";
import type { KeyVerifier, VerifiedKey } from "../keys/key-verifier.js";
import { createEndpoint } from "./create-endpoint.js";
import { deleteEndpoint } from "./delete-endpoint.js";
import { readDeliveryCursor } from "./delivery-cursor.js";
import { listDeliveries } from "./delivery-store.js";
import { noEndpoint } from "./errors.js";
import { pingEndpoint } from "./ping-endpoint.js";
import { presentDelivery, presentEndpoint } from "./present.js";
import { retryDelivery, retryFailed } from "./retry-delivery.js";
import { rotateSecret } from "./rotate-secret.js";
import { findEndpoint, listEndpoints } from "./store.js";
import { updateEndpoint } from "./update-endpoint.js";
import type { WebhookServices } from "./webhook-services.js";

/** Who asks, as the public API knows it. */
export interface KeyContext {
  key: VerifiedKey;
  requestId: string;
}

export interface PublicWebhookServices extends WebhookServices {
  keys: Pick<KeyVerifier, "recordUse">;
  /** The deployment's origin: where the links to further pages lead. */
  origin: string;
}

/** The operations on webhooks for whoever holds a key. */
export function createPublicWebhookHandlers(services: PublicWebhookServices) {
  const { database, keys, origin } = services;
  const base = implement(contract.webhooks).$context<KeyContext>();
  const webhooks = base.use(({ context: { key, requestId }, next }) => {
    keys.recordUse(key.keyId, key.organizationId);
    const actor: Actor = { userId: null, via: "api", keyId: key.keyId, requestId };
    return next({ context: { actor, organizationId: key.organizationId } });
  });
  const read = async (organizationId: OrganizationId, id: WebhookEndpointId) => {
    const found = await findEndpoint(database, organizationId, id);
    if (!found) throw noEndpoint();
    return found.endpoint;
  };

  return {
    list: webhooks.list.handler(async ({ context }) => {
      const rows = await listEndpoints(database, context.organizationId);
      return rows.map(({ endpoint }) => presentEndpoint(endpoint));
    }),

    create: webhooks.create.handler(async ({ context: { actor, organizationId }, input }) => {
      const { row, secret } = await createEndpoint(services, actor, organizationId, input);
      return { ...presentEndpoint(row), secret };
    }),

    get: webhooks.get.handler(async ({ context, input }) =>
      presentEndpoint(await read(context.organizationId, input.id)),
    ),

    update: webhooks.update.handler(async ({ context: { actor, organizationId }, input }) =>
      presentEndpoint(await updateEndpoint(services, actor, organizationId, input.id, input)),
    ),

    delete: webhooks.delete.handler(async ({ context: { actor, organizationId }, input }) => {
      await deleteEndpoint(services, actor, organizationId, input.id);
      return { ok: true as const };
    }),

    rotateSecret: webhooks.rotateSecret.handler(async ({ context: { actor, organizationId }, input }) => {
      const { row, secret } = await rotateSecret(services, actor, organizationId, input.id);
      return { ...presentEndpoint(row), secret };
    }),

    ping: webhooks.ping.handler(async ({ context: { actor, organizationId }, input }) =>
      presentDelivery(await pingEndpoint(services, actor, organizationId, input.id, null)),
    ),

    retryFailed: webhooks.retryFailed.handler(async ({ context: { actor, organizationId }, input }) => {
      const since = new Date(input.since);
      return { retried: await retryFailed(services, actor, organizationId, input.id, since) };
    }),

    deliveries: {
      list: webhooks.deliveries.list.handler(async ({ context: { organizationId }, input }) => {
        const { id } = input.params;
        const { limit, cursor } = input.query;
        await read(organizationId, id);
        const filter = { before: readDeliveryCursor(cursor, "Follow the `Link` header of the page before.") };
        const rows = await listDeliveries(database, organizationId, id, filter, limit + 1);
        const page = rows.slice(0, limit);
        const last = rows.length > limit ? page.at(-1) : undefined;
        const next =
          last && `${origin}${publicApiPrefix}/webhooks/${id}/deliveries?limit=${limit}&cursor=${last.id}`;
        return {
          headers: next ? { link: `<${next}>; rel="next"` } : {},
          body: page.map(presentDelivery),
        };
      }),

      retry: webhooks.deliveries.retry.handler(async ({ context: { actor, organizationId }, input }) =>
        presentDelivery(await retryDelivery(services, actor, organizationId, input.id, input.deliveryId)),
      ),
    },
  };
}
