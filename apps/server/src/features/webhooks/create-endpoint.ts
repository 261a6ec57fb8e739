import { type OrganizationId, type WebhookEventType, webhookLimits } from "@lintel/contract";
import { conflict } from "../../api/api-error.js";
import { newId } from "../../db/new-id.js";
import type { Actor } from "../changes/change.js";
import { checkEndpointUrl } from "./check-endpoint-url.js";
import { makeSecret, sealSecret, writeSecret } from "./signing-secret.js";
import { countEndpoints, type EndpointRow, insertEndpoint } from "./store.js";
import type { WebhookServices } from "./webhook-services.js";

export interface NewEndpoint {
  url: string;
  events: WebhookEventType[];
}

/** Registers an endpoint. Its secret is answered here and nowhere again. */
export async function createEndpoint(
  { runChange, guard, secrets }: WebhookServices,
  actor: Actor,
  organizationId: OrganizationId,
  { url: given, events }: NewEndpoint,
): Promise<{ row: EndpointRow; secret: string }> {
  const url = await checkEndpointUrl(guard, given);
  const id = newId("webhookEndpoint");
  const secret = makeSecret();
  // Exclusive, so that two requests together cannot pass the limit.
  const row = await runChange(organizationId, actor, "exclusive", async (change) => {
    if ((await countEndpoints(change.tx, organizationId)) >= webhookLimits.endpoints)
      throw conflict(
        `An organization has at most ${webhookLimits.endpoints} webhook endpoints. Delete one that is no longer used.`,
      );
    const inserted = await insertEndpoint(change.tx, {
      organizationId,
      id,
      url,
      events,
      secret: sealSecret(secrets, { organizationId, id }, secret),
      createdAt: change.at,
      createdBy: actor.userId,
    });
    change.audit("webhook.created", id, { url: withoutQuery(url), events });
    return inserted;
  });
  return { row, secret: writeSecret(secret) };
}

/** People put keys into queries, and records are no place for keys. */
export const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, "");
