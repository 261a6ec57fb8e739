import type { OrganizationId } from "@lintel/contract";
import type { Database } from "../../db/database.js";
import { type Counted, countRequests, countUpToCap, type UpToCap } from "./meter-store.js";
import type { PlanCatalog } from "./plans.js";

/** Null: it was counted. Otherwise how the quota stands, which is used up. */
export type Refusal = Omit<UpToCap, "granted"> | null;

interface Waiting {
  resolve(refusal: Refusal): void;
  reject(error: unknown): void;
}

/** For how long an organization whose quota is used up is not looked up again. */
const usedUpMilliseconds = 1_000;
/** A budget is full again after a minute, and whoever has one left is counted and learns how the quota stands. */
const rememberedMilliseconds = 60_000;
const usedUpLimit = 10_000;

/**
 * Counts API requests against the quota of their organization, each before it is answered. What comes while a statement
 * runs is counted by the next one, so that the cost of a commit is shared; and whoever gets their answer is counted for
 * good, also when the process is killed in the next moment.
 */
export class RequestMeter {
  #waiting = new Map<OrganizationId, Waiting[]>();
  #running = false;
  #usedUp = new Map<OrganizationId, { seenAt: number; refusal: Refusal }>();

  constructor(
    private readonly database: Database,
    private readonly catalog: PlanCatalog,
    private readonly now: () => number = Date.now,
  ) {}

  count(organizationId: OrganizationId): Promise<Refusal> {
    const known = this.#usedUp.get(organizationId);
    if (known && this.now() - known.seenAt < usedUpMilliseconds) return Promise.resolve(known.refusal);
    return new Promise((resolve, reject) => {
      const one = { resolve, reject };
      const others = this.#waiting.get(organizationId);
      if (others) others.push(one);
      else this.#waiting.set(organizationId, [one]);
      if (!this.#running) void this.#run();
    });
  }

  /** How the quota stood when it refused a request within the last minute. Asks nobody and counts nothing. */
  lastRefusal(organizationId: OrganizationId): Refusal {
    const known = this.#usedUp.get(organizationId);
    return known && this.now() - known.seenAt < rememberedMilliseconds ? known.refusal : null;
  }

  async #run(): Promise<void> {
    this.#running = true;
    // What comes in this turn is counted together.
    await Promise.resolve();
    while (this.#waiting.size > 0) {
      const batch = this.#waiting;
      this.#waiting = new Map();
      await this.#count(batch).catch((error: unknown) => {
        for (const { reject } of [...batch.values()].flat()) reject(error);
      });
    }
    this.#running = false;
  }

  async #count(batch: Map<OrganizationId, Waiting[]>): Promise<void> {
    const at = new Date(this.now());
    const counts = [...batch].map(([organizationId, all]) => ({ organizationId, amount: all.length }));
    const whole = await countRequests(this.database, this.catalog, counts, at);
    for (const count of counts) {
      const all = batch.get(count.organizationId)!;
      if (whole.has(count.organizationId)) {
        this.#usedUp.delete(count.organizationId);
        for (const { resolve } of all) resolve(null);
      } else await this.#countWhatFits(count, all, at);
    }
  }

  async #countWhatFits(count: Counted, all: Waiting[], at: Date): Promise<void> {
    const { granted, ...refusal } = await countUpToCap(this.database, this.catalog, count, at);
    for (const { resolve } of all.splice(0, granted)) resolve(null);
    if (all.length === 0) return;
    if (this.#usedUp.size >= usedUpLimit) this.#usedUp.clear();
    this.#usedUp.set(count.organizationId, { seenAt: this.now(), refusal });
    for (const { resolve } of all) resolve(refusal);
  }
}
