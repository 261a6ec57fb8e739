import type { OrganizationId } from "@lintel/contract";
import { sql } from "drizzle-orm";
import { ApiError, badRequest } from "../../api/api-error.js";
import type { Database, Queries } from "../../db/database.js";
import { errorCodeOf } from "../../db/error-code.js";
import { day } from "../events/limits.js";
import { dayOf } from "../events/utc.js";
import { rawLimits } from "./limits.js";
import type { Span } from "./range/cut-buckets.js";
import { countRolledUp } from "./store-rollups.js";

export interface EventReaderOptions {
  database: Database;
  /** How many days events are kept. */
  retentionDays: number;
  now: () => number;
  limits?: Partial<Record<keyof typeof rawLimits, number>>;
}

/** What can answer a kind of question: some only the events, others the rollups too where less is asked. */
type Sources = "events" | "rollups";

/** PostgreSQL's code for a statement that ran out of its time. */
const canceled = "57014";

/**
 * Counts events one by one, within bounds: so far back as they are kept, so many of them, so many questions at once,
 * and each for so long. Nobody's dashboard takes the database from everybody else.
 */
export class EventReader {
  readonly #limits: Record<keyof typeof rawLimits, number>;
  #running = 0;
  #waiting: (() => void)[] = [];

  constructor(private readonly options: EventReaderOptions) {
    this.#limits = { ...rawLimits, ...options.limits };
  }

  /** Why the events of these spans are not to be counted one by one; undefined where they are. */
  async refusal(
    organizationId: OrganizationId,
    spans: readonly Span[],
    sources: Sources = "rollups",
  ): Promise<ApiError | undefined> {
    const { database, retentionDays, now } = this.options;
    const oldest = Math.floor(now() / day) * day - retentionDays * day;
    if (spans.some(({ from }) => from < oldest))
      return badRequest([
        {
          path: "from",
          message: `Single events are kept for ${retentionDays} days, and this question needs them. Ask from ${dayOf(oldest)} on${remedies[sources]}`,
        },
      ]);
    const events = await countRolledUp(database, organizationId, spans);
    if (events > this.#limits.events)
      return badRequest([
        {
          path: "from",
          message: `This question needs ${events} events counted one by one, and at most ${this.#limits.events} are. Choose a shorter range${remedies[sources]}`,
        },
      ]);
    return undefined;
  }

  /** Runs a question on the events of these spans. */
  async read<T>(
    organizationId: OrganizationId,
    spans: readonly Span[],
    question: (queries: Queries) => Promise<T>,
    sources: Sources = "rollups",
  ): Promise<T> {
    const refusal = await this.refusal(organizationId, spans, sources);
    if (refusal) throw refusal;
    await this.#enter();
    try {
      return await this.bounded(question, sources);
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  async #enter(): Promise<void> {
    if (this.#running < this.#limits.running) {
      this.#running += 1;
      return;
    }
    if (this.#waiting.length >= this.#limits.waiting)
      throw new ApiError(
        "SERVICE_UNAVAILABLE",
        "Too many questions are being counted event by event at this moment. Try again shortly.",
      );
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Runs a question for so long at most. Rollups are few rows, but of five years they are many. */
  async bounded<T>(question: (queries: Queries) => Promise<T>, sources: Sources = "rollups"): Promise<T> {
    const { milliseconds } = this.#limits;
    try {
      return await this.options.database.transaction(
        async (tx) => {
          await tx.execute(sql.raw(`set local statement_timeout = ${milliseconds}`));
          return await question(tx);
        },
        { accessMode: "read only" },
      );
    } catch (error) {
      if (errorCodeOf(error) !== canceled) throw error;
      throw badRequest([
        {
          path: "from",
          message: `Counting this took more than ${milliseconds / 1_000} s and was stopped. Choose a shorter range${remedies[sources]}`,
        },
      ]);
    }
  }
}

const remedies: Record<Sources, string> = {
  events: ".",
  rollups:
    ", or one that the rollups answer: UTC days, no property, and conditions on one of page, host, route, referrer, source, medium, campaign, country, device, browser, os and event alone.",
};
