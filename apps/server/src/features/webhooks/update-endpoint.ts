import type { OrganizationId, WebhookEndpointId, WebhookEventType } from "@lintel/contract";
import type { Actor } from "../changes/change.js";
import { checkEndpointUrl } from "./check-endpoint-url.js";
import { withoutQuery } from "./create-endpoint.js";
import { noEndpoint } from "./errors.js";
import { type EndpointRow, findEndpoint, lockEndpoint, updateEndpointRow } from "./store.js";
import type { WebhookServices } from "./webhook-services.js";

export interface EndpointChanges {
  url?: string | undefined;
  events?: WebhookEventType[] | undefined;
  enabled?: boolean | undefined;
}

/** Changes what is given. Enabling gives an endpoint that the service disabled its full patience back. */
export async function updateEndpoint(
  { database, runChange, guard }: WebhookServices,
  actor: Actor,
  organizationId: OrganizationId,
  id: WebhookEndpointId,
  { url: given, events, enabled }: EndpointChanges,
): Promise<EndpointRow> {
  let url: string | undefined;
  if (given !== undefined) {
    // Before the address is looked up: whom nothing belongs to learns nothing by it.
    if (!(await findEndpoint(database, organizationId, id))) throw noEndpoint();
    url = await checkEndpointUrl(guard, given);
  }
  return await runChange(organizationId, actor, "shared", async (change) => {
    const row = await lockEndpoint(change.tx, organizationId, id);
    if (!row) throw noEndpoint();
    const values: Partial<EndpointRow> = {
      ...(url !== undefined && url !== row.url && { url }),
      ...(events !== undefined && { events }),
      ...(enabled !== undefined && enabled !== row.enabled && state(enabled, change.at)),
    };
    if (Object.keys(values).length === 0) return row;
    const updated = await updateEndpointRow(change.tx, organizationId, id, values);
    change.audit("webhook.updated", id, {
      ...(values.url !== undefined && { from: withoutQuery(row.url), to: withoutQuery(values.url) }),
      ...(events !== undefined && { events }),
      ...(values.enabled !== undefined && { enabled: values.enabled }),
    });
    change.webhooksChanged();
    return updated;
  });
}

const state = (enabled: boolean, at: Date): Partial<EndpointRow> => ({
  enabled,
  disabledReason: null,
  disabledAt: enabled ? null : at,
  ...(enabled && { failingSince: null }),
});
