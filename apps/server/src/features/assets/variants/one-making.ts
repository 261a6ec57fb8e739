/**
 * Work that several ask for at the same time and that is done once. Its signal says when everyone who waited for it
 * has left.
 */
export class OneMaking {
  readonly #abandon = new AbortController();
  readonly #done: Promise<void>;
  #waiting = 0;

  constructor(make: (signal: AbortSignal) => Promise<void>) {
    this.#done = make(this.#abandon.signal);
    // Those who wait hear of a failure; without any of them it is nobody's.
    this.#done.catch(() => {});
  }

  /** Whether `error` says that it was given up because nobody waited: who comes now may have it made anew. */
  wasAbandoned(error: unknown): boolean {
    const { signal } = this.#abandon;
    return signal.aborted && error === signal.reason;
  }

  /** Rejects with the signal's reason when who waits here leaves. */
  async wait(signal: AbortSignal | undefined): Promise<void> {
    this.#waiting += 1;
    let leave = () => {};
    const left = new Promise<never>((_resolve, reject) => {
      leave = () => reject(signal?.reason);
      if (signal?.aborted) leave();
      signal?.addEventListener("abort", leave, { once: true });
    });
    try {
      await Promise.race([this.#done, left]);
    } finally {
      signal?.removeEventListener("abort", leave);
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#abandon.abort();
    }
  }
}
