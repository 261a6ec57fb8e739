import type { OrganizationId } from "@lintel/contract";
import type { Database } from "../../db/database.js";
import { newId } from "../../db/new-id.js";
import type { Signal, Signals } from "../../db/signals.js";
import { contentEvent } from "./content-event.js";
import { readWindowAge, takeContentChanges, takeWindow } from "./content-window-store.js";
import { insertContentEvent } from "./store.js";

/** How the attempt to close a window ended. */
export type Closing =
  /** Its event is written. */
  | { state: "closed" }
  /** No change waits. */
  | { state: "none" }
  /** It is open for so many milliseconds yet. */
  | { state: "open"; milliseconds: number }
  /** Another process is at it. */
  | { state: "taken" };

/**
 * Writes the one event of an organization's window, when the window is over. In one transaction, and by one process
 * at a time: whoever dies over it leaves everything as it was for the next.
 */
export async function closeWindow(
  database: Database,
  signals: Signals,
  organizationId: OrganizationId,
  windowMilliseconds: number,
): Promise<Closing> {
  const signal: Signal = { organizationId, events: true };
  const closing = await database.transaction<Closing>(async (tx) => {
    if (!(await takeWindow(tx, organizationId))) return { state: "taken" };
    // A statement of its own: it sees what whoever had the lock before has committed.
    const age = await readWindowAge(tx, organizationId);
    if (age === null) return { state: "none" };
    if (age < windowMilliseconds) return { state: "open", milliseconds: windowMilliseconds - age };
    const data = contentEvent(await takeContentChanges(tx, organizationId));
    await insertContentEvent(tx, { organizationId, id: newId("event"), at: new Date(), data });
    await signals.publish(tx, signal);
    return { state: "closed" };
  });
  if (closing.state === "closed") signals.dispatch(signal);
  return closing;
}
