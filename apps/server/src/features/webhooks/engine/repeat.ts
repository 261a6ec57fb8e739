import type { Logger } from "pino";

const pauseAfterFailure = 1_000;

/** Work that is done again and again: when somebody rings, and every now and then because a ring may be lost. */
export class Repeat {
  #rung = false;
  #wake: (() => void) | undefined;
  #stopped = false;
  #ended: Promise<void> | undefined;
  #failing = false;

  constructor(
    private readonly name: string,
    /** Says whether there is more to do at once. */
    private readonly round: () => Promise<boolean>,
    private readonly everyMilliseconds: number,
    private readonly log: Pick<Logger, "error" | "info">,
  ) {}

  start(): void {
    this.#ended = this.#run();
  }

  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  /** Ends after the round that runs. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.ring();
    await this.#ended;
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      this.#rung = false;
      const again = await this.#try();
      if (!again && !this.#rung && !this.#stopped) await this.#rest(this.everyMilliseconds);
    }
  }

  async #try(): Promise<boolean> {
    try {
      const again = await this.round();
      if (this.#failing) this.log.info(`Webhooks: ${this.name} works again.`);
      this.#failing = false;
      return again;
    } catch (err) {
      // One line an outage: a line a second would fill the disk.
      if (!this.#failing)
        this.log.error({ err }, `Webhooks: ${this.name} failed; it is tried again every second.`);
      this.#failing = true;
      if (!this.#stopped) await this.#rest(pauseAfterFailure);
      return false;
    }
  }

  #rest(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const rested = (): void => {
        this.#wake = undefined;
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(rested, milliseconds);
      this.#wake = rested;
    });
  }
}
