import type { OrganizationId, WebhookEndpointId } from "@lintel/contract";
import { newId } from "../../db/new-id.js";
import type { Actor } from "../changes/change.js";
import { insertDelivery, insertPingEvent, type SeenDelivery } from "./delivery-store.js";
import { endpointDisabled, noEndpoint } from "./errors.js";
import { lockEndpoint } from "./store.js";
import type { WebhookServices } from "./webhook-services.js";

/** Whoever pings, as the body says it. */
export interface Pinger {
  id: string;
  name: string;
}

/** Sends a `ping` to one endpoint, whatever it listens for. It has its delivery from the start: nobody else gets it. */
export async function pingEndpoint(
  { runChange }: Pick<WebhookServices, "runChange">,
  actor: Actor,
  organizationId: OrganizationId,
  endpointId: WebhookEndpointId,
  by: Pinger | null,
): Promise<SeenDelivery> {
  return await runChange(organizationId, actor, "shared", async (change) => {
    const endpoint = await lockEndpoint(change.tx, organizationId, endpointId);
    if (!endpoint) throw noEndpoint();
    if (!endpoint.enabled) throw endpointDisabled();
    const eventId = newId("event");
    await insertPingEvent(change.tx, {
      organizationId,
      id: eventId,
      at: change.at,
      data: { endpointId, by },
    });
    const delivery = await insertDelivery(change.tx, {
      organizationId,
      id: newId("delivery"),
      endpointId,
      eventId,
      eventType: "ping",
      status: "pending",
      nextAt: change.at,
      createdAt: change.at,
    });
    change.audit("webhook.pinged", endpointId);
    change.deliveriesDue();
    return delivery;
  });
}
