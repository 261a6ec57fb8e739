import type { ActionSender } from "@lintel/contract/management";
import type { Queries } from "../../db/database.js";
import { findSenders } from "../tracking-plan/find-senders.js";
import type { ActionRow } from "./store.js";

/** Who still sends what an Action of the tracking plan waits to take away. Null for the content model. */
export async function readSenders(queries: Queries, action: ActionRow): Promise<ActionSender[] | null> {
  const { organizationId, plannedEventId, plannedPropertyId, name } = action;
  if (!plannedEventId) return null;
  const deprecation = { eventId: plannedEventId, propertyId: plannedPropertyId, name };
  const rows = await findSenders(queries, organizationId, deprecation, new Date());
  return rows.map(({ id, name, events, lastSentAt }) => ({
    key: { id, name },
    events,
    lastSentAt: lastSentAt.toISOString(),
  }));
}
