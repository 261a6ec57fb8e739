import type { OrganizationId } from "@lintel/contract";
import type { Queries } from "../../db/database.js";
import type { CountedFeature } from "../../db/schema/index.js";
import { planOf } from "./plan-in-force.js";
import type { PlanCatalog } from "./plans.js";
import { findSubscription, readCounters } from "./store.js";
import { monthOf } from "./usage-window.js";

interface Known {
  overCap: boolean;
  until: number;
}

const knownMilliseconds = 2_000;
const knownLimit = 10_000;

/** Says whether an organization has used up a feature this month, where nothing hangs on the very moment. */
export class OverCap {
  #known = new Map<string, Known>();
  #reading = new Map<string, Promise<boolean>>();

  constructor(
    private readonly queries: Queries,
    private readonly catalog: PlanCatalog,
    private readonly now: () => number = Date.now,
  ) {}

  /** At once where it was asked a moment ago. */
  isOverCap(organizationId: OrganizationId, feature: CountedFeature, at: Date): boolean | Promise<boolean> {
    const name = `${organizationId} ${feature}`;
    const known = this.#known.get(name);
    if (known && known.until > this.now()) return known.overCap;
    const reading =
      this.#reading.get(name) ??
      this.#read(organizationId, feature, at).finally(() => this.#reading.delete(name));
    this.#reading.set(name, reading);
    return reading;
  }

  async #read(organizationId: OrganizationId, feature: CountedFeature, at: Date): Promise<boolean> {
    const { plan } = planOf(this.catalog, await findSubscription(this.queries, organizationId));
    const counters = await readCounters(this.queries, organizationId, monthOf(at));
    const cap = plan[feature];
    const overCap = cap !== null && (counters[feature] ?? 0) >= cap;
    if (this.#known.size >= knownLimit) this.#known.clear();
    this.#known.set(`${organizationId} ${feature}`, { overCap, until: this.now() + knownMilliseconds });
    return overCap;
  }
}
