import { type OrganizationId, type WebhookEndpointId, webhookLimits } from "@lintel/contract";
import type { Actor } from "../changes/change.js";
import { noEndpoint, tooManySecrets } from "./errors.js";
import { makeSecret, sealSecret, stillSigning, writeSecret } from "./signing-secret.js";
import { type EndpointRow, lockEndpoint, updateEndpointRow } from "./store.js";
import type { WebhookServices } from "./webhook-services.js";

const patienceMilliseconds = webhookLimits.rotationHours * 3_600_000;

/**
 * Gives the endpoint a new secret. The one so far signs beside it for a day, and so do those before it whose day is not
 * over: whoever rotates twice has not deployed the one in between.
 */
export async function rotateSecret(
  { runChange, secrets }: WebhookServices,
  actor: Actor,
  organizationId: OrganizationId,
  id: WebhookEndpointId,
): Promise<{ row: EndpointRow; secret: string }> {
  const secret = makeSecret();
  const row = await runChange(organizationId, actor, "shared", async (change) => {
    const found = await lockEndpoint(change.tx, organizationId, id);
    if (!found) throw noEndpoint();
    const previous = stillSigning(found.previousSecrets, change.at.getTime());
    const [oldest] = previous;
    if (oldest && previous.length >= webhookLimits.previousSecrets) throw tooManySecrets(oldest.until);
    const until = new Date(change.at.getTime() + patienceMilliseconds).toISOString();
    const updated = await updateEndpointRow(change.tx, organizationId, id, {
      secret: sealSecret(secrets, { organizationId, id }, secret),
      previousSecrets: [...previous, { sealed: found.secret.toString("hex"), until }],
    });
    change.audit("webhook.secret_rotated", id);
    change.webhooksChanged();
    return updated;
  });
  return { row, secret: writeSecret(secret) };
}
