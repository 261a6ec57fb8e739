import type { OrganizationId, WebhookEndpointId } from "@lintel/contract";
import type { Actor } from "../changes/change.js";
import { withoutQuery } from "./create-endpoint.js";
import { noEndpoint } from "./errors.js";
import { removeEndpoint } from "./store.js";
import type { WebhookServices } from "./webhook-services.js";

export async function deleteEndpoint(
  { runChange }: WebhookServices,
  actor: Actor,
  organizationId: OrganizationId,
  id: WebhookEndpointId,
): Promise<void> {
  await runChange(organizationId, actor, "shared", async (change) => {
    const row = await removeEndpoint(change.tx, organizationId, id);
    if (!row) throw noEndpoint();
    change.audit("webhook.deleted", id, { url: withoutQuery(row.url) });
    change.webhooksChanged();
  });
}
