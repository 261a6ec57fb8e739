import type { OrganizationId, UserId } from "@lintel/contract";
import type { Transaction } from "../../db/database.js";
import { newId } from "../../db/new-id.js";
import type { Signal } from "../../db/signals.js";
import type { ContentChange } from "./content-changes.js";
import { insertContentChange } from "./content-window-store.js";
import { insertEvents } from "./store.js";
import type { Announcement } from "./webhook-event.js";

/**
 * Writes what a change announced, as a part of it: the events exist if and only if the change is committed. What
 * readers get changed is kept for the event that gathers it. Answers with whom to wake.
 */
export async function writeEvents(
  tx: Transaction,
  change: { organizationId: OrganizationId; at: Date; by: UserId | null },
  announcements: readonly Announcement[],
  content: ContentChange | undefined,
): Promise<Pick<Signal, "events" | "window">> {
  if (content) await insertContentChange(tx, change.organizationId, content);
  if (announcements.length > 0) {
    await insertEvents(
      tx,
      change,
      announcements.map(({ type, facts }) => ({ id: newId("event"), type, data: facts })),
    );
  }
  return { ...(announcements.length > 0 && { events: true }), ...(content && { window: true }) };
}
