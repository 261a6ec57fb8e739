import type { OrganizationId, WebhookEventType } from "@lintel/contract";
import type { Transaction } from "../../db/database.js";
import { listListenedTypes } from "./store.js";

/** What the enabled endpoints of an organization listen for, as a transaction sees it at this moment. */
export async function listenedTypes(
  tx: Transaction,
  organizationId: OrganizationId,
): Promise<ReadonlySet<WebhookEventType>> {
  return new Set(await listListenedTypes(tx, organizationId));
}
