import type { ServerResponse } from "node:http";
import type { Answer } from "./answer.js";

/** One building of an answer that any number of requests wait for. It ends when the last of them is gone. */
export class Flight {
  readonly answer: Promise<Answer>;
  #waiting = 0;
  #abort = new AbortController();

  constructor(build: (signal: AbortSignal) => Promise<Answer>) {
    this.answer = build(this.#abort.signal);
    // Whoever waits hears of a failure; that nobody does is none.
    this.answer.catch(() => {});
  }

  get isAbandoned(): boolean {
    return this.#abort.signal.aborted;
  }

  /** Undefined where the client has left meanwhile. */
  async wait(res: ServerResponse): Promise<Answer | undefined> {
    if (res.destroyed) return undefined;
    let hasLeft = false;
    const leave = (): void => {
      hasLeft = true;
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#abort.abort();
    };
    this.#waiting += 1;
    res.once("close", leave);
    try {
      const answer = await this.answer;
      return hasLeft ? undefined : answer;
    } catch (error) {
      if (hasLeft) return undefined;
      throw error;
    } finally {
      res.off("close", leave);
      if (!hasLeft) this.#waiting -= 1;
    }
  }
}
