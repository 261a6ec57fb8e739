import { ApiError } from "../../api/api-error.js";

export interface JobTerms {
  /** Goes before jobs that are not, and is not turned away because of them. */
  urgent?: boolean;
  /** Whoever the job is for or about. Each may have only so many waiting, so that none fills the queue. */
  accounts?: readonly string[];
  /** Takes the job out of the queue. One that has started goes on. */
  signal?: AbortSignal | undefined;
}

interface Waiting {
  accounts: readonly string[];
  start(): void;
}

/**
 * Lets so many jobs run at once and so many wait; who comes after is turned away, because by then the wait would
 * outlast every client's patience and each waiting request holds memory.
 */
export class JobGate {
  #running = 0;
  readonly #urgent: Waiting[] = [];
  readonly #usual: Waiting[] = [];

  constructor(
    private readonly places: number,
    private readonly seats = 64,
    private readonly seatsOfOne = 8,
  ) {}

  async run<T>(job: () => Promise<T>, terms: JobTerms = {}): Promise<T> {
    terms.signal?.throwIfAborted();
    if (this.#running >= this.places) await this.#wait(terms);
    else this.#running += 1;
    try {
      return await job();
    } finally {
      // A place is handed on rather than freed, so that no newcomer slips in before who waited longest.
      const next = this.#urgent.shift() ?? this.#usual.shift();
      if (next) next.start();
      else this.#running -= 1;
    }
  }

  #wait({ urgent = false, accounts = [], signal }: JobTerms): Promise<void> {
    const queue = urgent ? this.#urgent : this.#usual;
    if (queue.length >= this.seats) {
      throw tooMany("Too many images are being processed at this moment. Try again shortly.");
    }
    if (accounts.some((account) => this.#seatsTaken(account) >= this.seatsOfOne)) {
      throw tooMany(
        `${this.seatsOfOne} variants for this address or of this image are waiting already. Try again shortly.`,
      );
    }
    return new Promise((resolve, reject) => {
      const waiting = {
        accounts,
        start: () => {
          signal?.removeEventListener("abort", leave);
          resolve();
        },
      };
      const leave = () => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", leave, { once: true });
      queue.push(waiting);
    });
  }

  #seatsTaken(account: string): number {
    return this.#usual.filter(({ accounts }) => accounts.includes(account)).length;
  }
}

function tooMany(message: string): ApiError {
  return new ApiError("SERVICE_UNAVAILABLE", message);
}
