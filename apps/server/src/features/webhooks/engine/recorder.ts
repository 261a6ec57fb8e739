import { setTimeout as wait } from "node:timers/promises";
import type { Pool } from "pg";
import type { Logger } from "pino";
import { noteHealth } from "./note-health.js";
import { Repeat } from "./repeat.js";
import type { Sent } from "./send-delivery.js";
import { recordAttempts } from "./store.js";

const mostAtOnce = 500;

/** How long a group gathers at least, while more is to come: a statement costs about as much as twenty of its rows. */
const gatherMilliseconds = 10;

/**
 * Writes what came of attempts, in groups: while one statement runs, the next gathers. While the database is away it
 * keeps what it has; whatever it could not write in time is sent again, which at least once allows.
 */
export class Recorder {
  #waiting: Sent[] = [];
  #closing = false;
  #repeat: Repeat;

  constructor(
    private readonly pool: Pool,
    private readonly log: Pick<Logger, "error" | "info">,
    private readonly onRecorded: (sent: readonly Sent[]) => void,
  ) {
    this.#repeat = new Repeat("recording attempts", () => this.#write(), 60_000, log);
  }

  start(): void {
    this.#repeat.start();
  }

  add(sent: Sent): void {
    this.#waiting.push(sent);
    this.#repeat.ring();
  }

  /** Writes what is gathered. What cannot be written now is left to its lease. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.#repeat.stop();
    try {
      while (this.#waiting.length > 0) await this.#write();
    } catch (err) {
      this.log.error(
        { err, attempts: this.#waiting.length },
        "Webhooks: attempts could not be recorded; they are repeated.",
      );
    }
  }

  async #write(): Promise<boolean> {
    if (this.#waiting.length === 0) return false;
    if (!this.#closing && this.#waiting.length < mostAtOnce) await wait(gatherMilliseconds);
    const group = this.#waiting.slice(0, mostAtOnce);
    await recordAttempts(
      this.pool,
      group.map(({ record }) => record),
    );
    this.#waiting.splice(0, group.length);
    this.onRecorded(group);
    await this.#noteHealth(group);
    return this.#waiting.length > 0;
  }

  /** Writes only where something changed: an endpoint that works, or fails as before, costs nothing. */
  async #noteHealth(group: readonly Sent[]): Promise<void> {
    const last = new Map(group.map((sent) => [sent.task.target.id, sent]));
    const changed = [...last.values()].flatMap(({ task: { target }, record }) => {
      const failedAt = record.outcome === "success" ? null : record.at;
      return (failedAt === null) === (target.failingSince === null) ? [] : [{ ...target, failedAt }];
    });
    if (changed.length > 0) await noteHealth(this.pool, changed);
  }
}
