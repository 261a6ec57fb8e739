import type { BudgetName } from "./budget-settings.js";
import type { LeaseDesk } from "./lease-desk.js";
import { LocalBudget } from "./local-budget.js";
import type { Grant } from "./store.js";

/** What a request is told: whether it may go on, and how the budget stands after it. */
export interface Verdict {
  budget: BudgetName;
  perMinute: number;
  allowed: boolean;
  /** Requests that would be let through now. */
  remaining: number;
  /** Seconds until the budget is full again. */
  fullIn: number;
  /** Seconds until the next request is let through. */
  nextIn: number;
}

interface Held {
  /** Leased and not spent. They lapse with time: nobody saves up in a process what a budget does not hold. */
  tokens: number;
  leasedAt: number;
  /** How many the last lease was for. */
  slice: number;
  /** When the row will be full, as of the last lease. */
  fullAt: number;
  refusedUntil: number;
  waiting: ((verdict: Verdict) => void)[];
  leasing: boolean;
  local: LocalBudget | undefined;
}

/** Of the budget, what one process leases at most beyond what it needs at once. */
const sliceShare = 1 / 40;
const tokenLifeMilliseconds = 10_000;
/** Whoever drains a slice in less than this gets a larger one next. */
const busyMilliseconds = 1_000;
/** How often at most a process asks for a budget that is used up. */
const pauseMilliseconds = 100;
const heldLimit = 20_000;

/**
 * The budgets of one kind, a bucket each. Tokens are leased from the database in slices and spent here without waiting;
 * the next slice is leased before the last is spent. Where the database does not answer, each process grants the whole
 * budget by itself: nobody is shut out for it, and nothing is without a limit.
 */
export class Budget {
  #held = new Map<string, Held>();
  readonly #secondsPerToken: number;
  readonly #largestSlice: number;

  constructor(
    readonly name: BudgetName,
    readonly perMinute: number,
    private readonly desk: LeaseDesk,
    private readonly now: () => number,
  ) {
    this.#secondsPerToken = 60 / perMinute;
    this.#largestSlice = Math.max(1, Math.floor(perMinute * sliceShare));
  }

  /** Takes one token. At once where tokens are at hand or it is known that none are left. */
  take(organizationId: string, bucket: string): Verdict | Promise<Verdict> {
    const held = this.#find(`${organizationId} ${bucket}`);
    const now = this.now();
    if (held.tokens > 0 && now - held.leasedAt > tokenLifeMilliseconds) held.tokens = 0;
    if (held.tokens > 0) {
      held.tokens -= 1;
      if (held.tokens < held.slice / 2 && !held.leasing) void this.#lease(organizationId, bucket, held);
      return this.#verdict(held, true, now);
    }
    if (now < held.refusedUntil) return this.#verdict(held, false, now);
    return new Promise((resolve) => {
      held.waiting.push(resolve);
      if (!held.leasing) void this.#lease(organizationId, bucket, held);
    });
  }

  async #lease(organizationId: string, bucket: string, held: Held): Promise<void> {
    held.leasing = true;
    do {
      // What comes in this turn is leased for together.
      await Promise.resolve();
      const isBusy = this.now() - held.leasedAt < busyMilliseconds;
      held.slice = isBusy ? Math.min(held.slice * 2, this.#largestSlice) : 1;
      const wanted = Math.max(held.slice, held.waiting.length + held.slice - 1);
      const grant = await this.desk.ask({ organizationId, bucket: `${this.name}:${bucket}`, wanted });
      const now = this.now();
      const granted = grant ? this.#putInto(held, grant, now) : this.#putLocally(held, wanted, now);
      const isUsedUp = granted < wanted;
      if (isUsedUp) held.refusedUntil = now + Math.max(pauseMilliseconds, this.#nextIn(held, now) * 1_000);
      this.#serve(held, isUsedUp, now);
    } while (held.waiting.length > 0);
    held.leasing = false;
  }

  #putInto(held: Held, { granted, seconds }: Grant, now: number): number {
    held.local = undefined;
    held.tokens += granted;
    held.leasedAt = now;
    held.fullAt = now + seconds * 1_000;
    return granted;
  }

  #putLocally(held: Held, wanted: number, now: number): number {
    held.local ??= new LocalBudget(this.perMinute);
    const granted = held.local.take(wanted, now);
    held.tokens += granted;
    held.leasedAt = now;
    held.fullAt = held.local.fullAt;
    return granted;
  }

  /** Those who came while the lease was under way wait for the next one, unless none are left. */
  #serve(held: Held, isUsedUp: boolean, now: number): void {
    const allowed = held.waiting.splice(0, held.tokens);
    held.tokens -= allowed.length;
    for (const resolve of allowed) resolve(this.#verdict(held, true, now));
    if (!isUsedUp) return;
    for (const resolve of held.waiting.splice(0)) resolve(this.#verdict(held, false, now));
  }

  #find(key: string): Held {
    const known = this.#held.get(key);
    if (known) return known;
    if (this.#held.size >= heldLimit) this.#forgetOldest();
    const held: Held = {
      tokens: 0,
      leasedAt: Number.NEGATIVE_INFINITY,
      slice: 1,
      fullAt: 0,
      refusedUntil: 0,
      waiting: [],
      leasing: false,
      local: undefined,
    };
    this.#held.set(key, held);
    return held;
  }

  /** The database knows what is left of theirs. */
  #forgetOldest(): void {
    const oldest = this.#held.keys().next();
    if (!oldest.done) this.#held.delete(oldest.value);
  }

  #verdict(held: Held, allowed: boolean, now: number): Verdict {
    const missing = Math.max(0, held.fullAt - now) / 1_000 / this.#secondsPerToken;
    const inRow = Math.max(0, Math.floor(this.perMinute - missing));
    return {
      budget: this.name,
      perMinute: this.perMinute,
      allowed,
      remaining: allowed ? Math.min(this.perMinute, held.tokens + inRow) : 0,
      fullIn: Math.max(0, held.fullAt - now) / 1_000,
      nextIn: allowed ? 0 : this.#nextIn(held, now),
    };
  }

  /** Seconds until the row has a whole token. */
  #nextIn(held: Held, now: number): number {
    const missing = Math.max(0, held.fullAt - now) / 1_000 - (this.perMinute - 1) * this.#secondsPerToken;
    return Math.max(0, missing);
  }
}
