import type { Ask, Grant } from "./store.js";

export type Lease = (asks: readonly Ask[]) => Promise<Grant[]>;

interface Waiting {
  ask: Ask;
  resolve(grant: Grant | undefined): void;
}

/** Whoever waits for an answer gets one of their own by then, whatever the database does. */
const patienceMilliseconds = 1_000;
/** How long nothing is asked after a failure. */
const restMilliseconds = 1_000;

/**
 * Asks for tokens of many buckets with one statement at a time: what comes while one runs goes with the next. So a
 * flood of strangers costs a statement a round trip, and not one each.
 */
export class LeaseDesk {
  #waiting = new Map<string, Waiting>();
  #running = false;
  #restUntil = 0;

  constructor(
    private readonly lease: Lease,
    private readonly onFailure: (error: unknown) => void,
    private readonly now: () => number,
  ) {}

  /** Undefined where the database does not say. One ask for a bucket at a time. */
  ask(ask: Ask): Promise<Grant | undefined> {
    if (this.now() < this.#restUntil) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const key = keyOf(ask);
      // Whoever asked before and was forgotten since must not wait for ever.
      this.#waiting.get(key)?.resolve(undefined);
      this.#waiting.set(key, { ask, resolve });
      if (!this.#running) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    // A turn later, so that the requests that came together go together.
    await Promise.resolve();
    while (this.#waiting.size > 0) {
      const batch = this.#waiting;
      this.#waiting = new Map();
      await this.#serve(batch);
    }
    this.#running = false;
  }

  async #serve(batch: Map<string, Waiting>): Promise<void> {
    try {
      const asks = [...batch.values()].map(({ ask }) => ask);
      for (const grant of await withinPatience(this.lease(asks))) batch.get(keyOf(grant))?.resolve(grant);
    } catch (error) {
      this.#restUntil = this.now() + restMilliseconds;
      this.onFailure(error);
    }
    // Whom the statement did not name, or nobody where it failed. For the others this comes too late to matter.
    for (const { resolve } of batch.values()) resolve(undefined);
  }
}

const keyOf = ({ organizationId, bucket }: Pick<Ask, "organizationId" | "bucket">): string =>
  `${organizationId} ${bucket}`;

async function withinPatience<T>(promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error("The database did not answer in time.");
    timer = setTimeout(() => reject(error), patienceMilliseconds);
  });
  // Its failure after the time is nobody's to hear.
  promise.catch(() => {});
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
