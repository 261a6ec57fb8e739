import {
  type OrganizationId,
  type WebhookEndpointId,
  webhookEvents,
  webhookEventTypes,
} from "@lintel/contract";
import { managementApi, may } from "../../api/management-api.js";
import { createEndpoint } from "./create-endpoint.js";
import { deleteEndpoint } from "./delete-endpoint.js";
import { readDeliveryCursor } from "./delivery-cursor.js";
import { findDelivery, listDeliveries } from "./delivery-store.js";
import { writeBody } from "./engine/sign-delivery.js";
import { noDelivery, noEndpoint } from "./errors.js";
import { pingEndpoint } from "./ping-endpoint.js";
import { manageAttempt, manageEndpoint, presentDelivery } from "./present.js";
import { retryDelivery, retryFailed } from "./retry-delivery.js";
import { rotateSecret } from "./rotate-secret.js";
import { findEndpoint, listEndpoints } from "./store.js";
import { updateEndpoint } from "./update-endpoint.js";
import type { WebhookServices } from "./webhook-services.js";

type Found = NonNullable<Awaited<ReturnType<typeof findEndpoint>>>;

const present = ({ endpoint, creatorName }: Found) => manageEndpoint(endpoint, creatorName);

export function createWebhookHandlers(services: WebhookServices) {
  const { database } = services;
  const { webhooks } = managementApi;
  const read = async (organizationId: OrganizationId, id: WebhookEndpointId): Promise<Found> => {
    const found = await findEndpoint(database, organizationId, id);
    if (!found) throw noEndpoint();
    return found;
  };
  return {
    eventTypes: webhooks.eventTypes.use(may("webhooks.manage")).handler(() => ({
      eventTypes: webhookEventTypes.map((type) => {
        const { description, example } = webhookEvents[type];
        return { type, description, example };
      }),
    })),

    list: webhooks.list.use(may("webhooks.manage")).handler(async ({ context }) => {
      const rows = await listEndpoints(database, context.organizationId);
      return { endpoints: rows.map(present) };
    }),

    create: webhooks.create.use(may("webhooks.manage")).handler(async ({ context, input }) => {
      const { organizationId, actor, user } = context;
      const { row, secret } = await createEndpoint(services, actor, organizationId, input);
      return { endpoint: manageEndpoint(row, user.name), secret };
    }),

    get: webhooks.get.use(may("webhooks.manage")).handler(async ({ context, input }) => {
      return present(await read(context.organizationId, input.webhook));
    }),

    update: webhooks.update.use(may("webhooks.manage")).handler(async ({ context, input }) => {
      const { organizationId, actor } = context;
      await updateEndpoint(services, actor, organizationId, input.webhook, input);
      return present(await read(organizationId, input.webhook));
    }),

    delete: webhooks.delete.use(may("webhooks.manage")).handler(async ({ context, input }) => {
      await deleteEndpoint(services, context.actor, context.organizationId, input.webhook);
      return { ok: true as const };
    }),

    rotateSecret: webhooks.rotateSecret.use(may("webhooks.manage")).handler(async ({ context, input }) => {
      const { organizationId, actor } = context;
      const { secret } = await rotateSecret(services, actor, organizationId, input.webhook);
      return { endpoint: present(await read(organizationId, input.webhook)), secret };
    }),

    ping: webhooks.ping.use(may("webhooks.manage")).handler(async ({ context, input }) => {
      const { organizationId, actor, user } = context;
      const by = { id: user.id, name: user.name };
      return presentDelivery(await pingEndpoint(services, actor, organizationId, input.webhook, by));
    }),

    retryFailed: webhooks.retryFailed.use(may("webhooks.manage")).handler(async ({ context, input }) => {
      const { organizationId, actor } = context;
      const since = new Date(input.since);
      return { retried: await retryFailed(services, actor, organizationId, input.webhook, since) };
    }),

    deliveries: webhooks.deliveries.use(may("webhooks.manage")).handler(async ({ context, input }) => {
      const { limit, cursor, status, webhook } = input;
      await read(context.organizationId, webhook);
      const filter = {
        status,
        before: readDeliveryCursor(cursor, "Pass `nextCursor` of the page before, unchanged."),
      };
      const rows = await listDeliveries(database, context.organizationId, webhook, filter, limit + 1);
      const page = rows.slice(0, limit);
      return {
        deliveries: page.map(presentDelivery),
        nextCursor: rows.length > limit ? page.at(-1)!.id : null,
      };
    }),

    delivery: webhooks.delivery.use(may("webhooks.manage")).handler(async ({ context, input }) => {
      const found = await findDelivery(database, context.organizationId, input.webhook, input.delivery);
      if (!found) throw noDelivery();
      return {
        delivery: presentDelivery(found.delivery),
        attempts: found.attempts.map(manageAttempt),
        requestBody: writeBody(found.event),
      };
    }),

    retry: webhooks.retry.use(may("webhooks.manage")).handler(async ({ context, input }) => {
      const { organizationId, actor } = context;
      return presentDelivery(
        await retryDelivery(services, actor, organizationId, input.webhook, input.delivery),
      );
    }),
  };
}
