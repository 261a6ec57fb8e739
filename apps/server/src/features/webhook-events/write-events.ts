import type { OrganizationId, UserId } from "@lintel/contract";
import type { Transaction } from "../../db/database.js";
import { newId } from "../../db/new-id.js";
import type { Signal } from "../../db/signals.js";
import { listenedTypes } from "../webhooks/listened-types.js";
import type { ContentChange } from "./content-changes.js";
import { insertContentChange } from "./content-window-store.js";
import { insertEvents } from "./store.js";
import type { AnnouncedType, Announcement } from "./webhook-event.js";

/** Events that come with every write of an entry. They are written only where an endpoint listens for them. */
const ofEntries: ReadonlySet<AnnouncedType> = new Set(["entry.created", "entry.updated", "entry.deleted"]);

/**
 * Writes what a change announced, as a part of it: the events exist if and only if the change is committed. What
 * readers get changed is kept for the event that gathers it. Answers with whom to wake.
 *
 * Whether somebody listens is looked up at the end of the change: an endpoint that was acknowledged before the change
 * began is seen, and one that is made later is told of what happens later.
 */
export async function writeEvents(
  tx: Transaction,
  change: { organizationId: OrganizationId; at: Date; by: UserId | null },
  announcements: readonly Announcement[],
  content: ContentChange | undefined,
): Promise<Pick<Signal, "events" | "window">> {
  const { organizationId } = change;
  const asks = content !== undefined || announcements.some(({ type }) => ofEntries.has(type));
  const listened = asks ? await listenedTypes(tx, organizationId) : undefined;
  const told = announcements.filter(({ type }) => !ofEntries.has(type) || listened?.has(type));
  const gathered = listened?.has("content.changed") ? content : undefined;

  if (gathered) await insertContentChange(tx, organizationId, gathered);
  if (told.length > 0) {
    const events = told.map(({ type, facts }) => ({ id: newId("event"), type, data: facts }));
    await insertEvents(tx, change, events);
  }
  return { ...(told.length > 0 && { events: true }), ...(gathered && { window: true }) };
}
