import type { OrganizationId } from "@lintel/contract";
import type { Logger } from "pino";
import type { Database } from "../../db/database.js";
import type { Signals } from "../../db/signals.js";
import { closeWindow } from "./close-window.js";
import { listOpenWindows } from "./content-window-store.js";

/** How long the changes of an organization are gathered into one `content.changed`. */
const contentWindow = 60_000;
/** After a failure, or where another process is at it. */
const again = 1_000;

export interface ContentWindowServices {
  database: Database;
  signals: Signals;
  log: Pick<Logger, "error">;
}

/**
 * Closes the windows of all organizations when they are over. Every process watches all of them, so that any one may
 * die; only one writes the event.
 */
export function watchContentWindows(
  { database, signals, log }: ContentWindowServices,
  windowMilliseconds = contentWindow,
): { stop(): Promise<void> } {
  const waiting = new Map<OrganizationId, { due: number; timer: NodeJS.Timeout }>();
  const running = new Set<Promise<void>>();
  let stopped = false;

  function closeIn(milliseconds: number, organizationId: OrganizationId): void {
    const wait = Math.max(0, Math.ceil(milliseconds));
    const due = Date.now() + wait;
    const before = waiting.get(organizationId);
    if (stopped || (before && before.due <= due)) return;
    clearTimeout(before?.timer);
    const timer = setTimeout(() => track(close(organizationId)), wait).unref();
    waiting.set(organizationId, { due, timer });
  }

  async function close(organizationId: OrganizationId): Promise<void> {
    waiting.delete(organizationId);
    const closing = await closeWindow(database, signals, organizationId, windowMilliseconds).catch(
      (err: unknown) => {
        log.error({ err, organizationId }, "A content.changed event was not written; it is tried again.");
        return { state: "taken" as const };
      },
    );
    if (closing.state === "open") closeIn(closing.milliseconds, organizationId);
    if (closing.state === "taken") closeIn(again, organizationId);
  }

  /** What was left by a process that is gone, or told while we could not hear. */
  async function findOpen(): Promise<void> {
    try {
      for (const { organizationId, age } of await listOpenWindows(database))
        closeIn(windowMilliseconds - age, organizationId);
    } catch (err) {
      log.error({ err }, "The windows of content.changed could not be read; it is tried again.");
      clearTimeout(retry);
      if (!stopped) retry = setTimeout(() => track(findOpen()), again).unref();
    }
  }

  function track(work: Promise<void>): void {
    const run = work.finally(() => running.delete(run));
    running.add(run);
  }

  let retry: NodeJS.Timeout | undefined;
  const unsubscribe = signals.subscribe((signal) => {
    if (signal === "missed") track(findOpen());
    else if (signal.window) closeIn(windowMilliseconds, signal.organizationId);
  });
  track(findOpen());

  return {
    async stop() {
      stopped = true;
      unsubscribe();
      clearTimeout(retry);
      for (const { timer } of waiting.values()) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
