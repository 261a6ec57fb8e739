import type { OrganizationId, WebhookEventType } from "@lintel/contract";
import type { Database } from "../db/database.js";
import { newId } from "../db/new-id.js";
import { webhookEndpoints } from "../db/schema/index.js";

/** An endpoint that listens, where nothing is delivered: only what is written matters. */
export async function listenFor(
  database: Database,
  organizationId: OrganizationId,
  events: readonly WebhookEventType[],
): Promise<void> {
  await database.insert(webhookEndpoints).values({
    organizationId,
    id: newId("webhookEndpoint"),
    url: "https://receiver.test/",
    events: [...events],
    secret: Buffer.alloc(0),
    createdAt: new Date(),
  });
}
