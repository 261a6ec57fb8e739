import { ApiError } from "../../../api/api-error.js";

export interface QueueLimits {
  /** Events that one write takes at most. */
  eventsOfWrite: number;
  /** Events and bytes that wait at most. What comes then is refused, so that a slow database costs no memory. */
  eventsWaiting: number;
  bytesWaiting: number;
}

export const usualQueueLimits: QueueLimits = {
  eventsOfWrite: 4_000,
  eventsWaiting: 40_000,
  bytesWaiting: 64 * 1024 * 1024,
};

/** What can be queued: something of a known size. */
export interface Weighed {
  accepted: number;
  rows: { length: number };
}

interface Waiting<B> {
  batch: B;
  resolve(accepted: number): void;
  reject(reason: unknown): void;
}

/** Writes batches and says of each, in their order, how many events were accepted, or why not. */
export type WriteBatches<B> = (batches: readonly B[]) => Promise<readonly (number | Error)[]>;

/**
 * Gathers the batches that come while a write is under way, and writes them together with the next. Each is answered
 * when its own write has committed.
 */
export class BatchQueue<B extends Weighed> {
  #waiting: Waiting<B>[] = [];
  #events = 0;
  #bytes = 0;
  #writing: Promise<void> | undefined;

  constructor(
    private readonly write: WriteBatches<B>,
    private readonly limits: QueueLimits = usualQueueLimits,
  ) {}

  add(batch: B): Promise<number> {
    const { eventsWaiting, bytesWaiting } = this.limits;
    if (this.#events + batch.accepted > eventsWaiting || this.#bytes + batch.rows.length > bytesWaiting) {
      const message =
        "More events come in than the database takes just now. Nothing was stored. Try again shortly.";
      return Promise.reject(new ApiError("SERVICE_UNAVAILABLE", message));
    }
    this.#events += batch.accepted;
    this.#bytes += batch.rows.length;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ batch, resolve, reject });
      this.#writing ??= this.#writeAll();
    });
  }

  /** Waits until all that was added is answered. */
  async drained(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  async #writeAll(): Promise<void> {
    // What else came within this turn goes along.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) await this.#writeSome(this.#take());
    this.#writing = undefined;
  }

  #take(): Waiting<B>[] {
    let events = 0;
    let count = 0;
    for (const { batch } of this.#waiting) {
      events += batch.accepted;
      if (count > 0 && events > this.limits.eventsOfWrite) break;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }

  async #writeSome(some: Waiting<B>[]): Promise<void> {
    try {
      const outcomes = await this.write(some.map(({ batch }) => batch));
      for (const [index, { resolve, reject }] of some.entries()) {
        const outcome = outcomes[index];
        if (typeof outcome === "number") resolve(outcome);
        else reject(outcome);
      }
    } catch (error) {
      for (const { reject } of some) reject(error);
    }
    for (const { batch } of some) {
      this.#events -= batch.accepted;
      this.#bytes -= batch.rows.length;
    }
  }
}
