import { ApiError } from "../../api/api-error.js";

/**
 * Lets so many jobs run at once and so many wait; who comes after is turned away, because by then the wait would
 * outlast every client's patience and each waiting request holds memory.
 */
export class JobGate {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(
    private readonly places: number,
    private readonly seats = 64,
  ) {}

  async run<T>(job: () => Promise<T>): Promise<T> {
    if (this.#running >= this.places) await this.#wait();
    else this.#running += 1;
    try {
      return await job();
    } finally {
      // A place is handed on rather than freed, so that no newcomer slips in before who waited longest.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.length >= this.seats) {
      throw new ApiError(
        "SERVICE_UNAVAILABLE",
        "Too many images are being processed at this moment. Try again shortly.",
      );
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
