import type { ApiKeyId, OrganizationId } from "@lintel/contract";
import type { Logger } from "pino";
import type { KeyUse } from "./store.js";

const intervalMilliseconds = 60_000;
/** The first use is written soon, so that who just made a key sees that it works. */
const delayMilliseconds = 1_000;

interface Gathered extends Omit<KeyUse, "at"> {
  /** In milliseconds since 1970: a date is made when it is written, and not for each use. */
  at: number;
  written: boolean;
  writtenAt: number;
}

/** Gathers when keys were used, and writes it at most once a minute a key. */
export class KeyUses {
  #uses = new Map<ApiKeyId, Gathered>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(
    private readonly write: (uses: KeyUse[]) => Promise<void>,
    private readonly log: Pick<Logger, "warn">,
    private readonly now: () => number = Date.now,
  ) {}

  record(keyId: ApiKeyId, organizationId: OrganizationId, modelRevisionSeen?: number): void {
    if (this.#closed) return;
    const at = this.now();
    const use = this.#uses.get(keyId);
    if (use) {
      use.at = at;
      use.modelRevisionSeen = modelRevisionSeen ?? use.modelRevisionSeen;
      use.written = false;
    } else {
      this.#uses.set(keyId, {
        keyId,
        organizationId,
        at,
        modelRevisionSeen: modelRevisionSeen ?? null,
        written: false,
        writtenAt: Number.NEGATIVE_INFINITY,
      });
    }
    this.#timer ??= setTimeout(() => this.#tick(), delayMilliseconds).unref();
  }

  /** Writes what is gathered, whatever was written less than a minute ago. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#writing;
    await this.#flush(Number.POSITIVE_INFINITY);
  }

  #tick(): void {
    this.#writing = this.#flush(this.now() - intervalMilliseconds).then(() => {
      this.#timer = undefined;
      if (!this.#closed && this.#uses.size > 0)
        this.#timer = setTimeout(() => this.#tick(), delayMilliseconds).unref();
    });
  }

  /** Writes the keys that were last written before an instant, and forgets those that nobody uses any more. */
  async #flush(before: number): Promise<void> {
    const due: Gathered[] = [];
    for (const use of this.#uses.values()) {
      if (use.writtenAt > before) continue;
      if (use.written) this.#uses.delete(use.keyId);
      else due.push(use);
    }
    if (due.length === 0) return;
    for (const use of due) {
      use.written = true;
      use.writtenAt = this.now();
    }
    try {
      await this.write(
        due.map(({ written: _, writtenAt: __, at, ...use }) => ({ ...use, at: new Date(at) })),
      );
    } catch (error) {
      for (const use of due) use.written = false;
      this.log.warn({ err: error }, "When API keys were last used could not be written; it is tried again.");
    }
  }
}
