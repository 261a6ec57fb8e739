import type { DeliveryId, OrganizationId, WebhookEndpointId } from "@lintel/contract";
import type { Actor, Change } from "../changes/change.js";
import { makeDue, makeFailedDue, type SeenDelivery } from "./delivery-store.js";
import { endpointDisabled, noDelivery, noEndpoint } from "./errors.js";
import { lockEndpoint } from "./store.js";
import type { WebhookServices } from "./webhook-services.js";

type Services = Pick<WebhookServices, "runChange">;

/** Tries a delivery again, whatever became of it. A receiver knows it by the event's id, which stays. */
export async function retryDelivery(
  { runChange }: Services,
  actor: Actor,
  organizationId: OrganizationId,
  endpointId: WebhookEndpointId,
  deliveryId: DeliveryId,
): Promise<SeenDelivery> {
  return await runChange(organizationId, actor, "shared", async (change) => {
    await requireEnabled(change, endpointId);
    const row = await makeDue(change.tx, organizationId, endpointId, deliveryId, change.at);
    if (!row) throw noDelivery();
    change.audit("webhook.delivery_retried", deliveryId, { endpointId });
    change.deliveriesDue();
    return row;
  });
}

/** Tries everything again at once that failed since an instant, and says how much that is. */
export async function retryFailed(
  { runChange }: Services,
  actor: Actor,
  organizationId: OrganizationId,
  endpointId: WebhookEndpointId,
  since: Date,
): Promise<number> {
  return await runChange(organizationId, actor, "shared", async (change) => {
    await requireEnabled(change, endpointId);
    const retried = await makeFailedDue(change.tx, organizationId, endpointId, since, change.at);
    change.audit("webhook.failures_retried", endpointId, { since: since.toISOString(), retried });
    if (retried > 0) change.deliveriesDue();
    return retried;
  });
}

async function requireEnabled(change: Change, endpointId: WebhookEndpointId): Promise<void> {
  const endpoint = await lockEndpoint(change.tx, change.organizationId, endpointId);
  if (!endpoint) throw noEndpoint();
  if (!endpoint.enabled) throw endpointDisabled();
}
