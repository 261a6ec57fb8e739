import type { Database } from "../../../db/database.js";
import { day as dayLength } from "../limits.js";
import { createPartition, listPartitions } from "../store.js";
import { dayOf } from "../utc.js";

const daysAhead = 7;

/** Makes sure that there is a partition for each day that events come for, before they are written. */
export class Partitions {
  #known = new Set<string>();

  constructor(private readonly database: Database) {}

  async require(instants: Iterable<number>): Promise<void> {
    for (const at of instants) if (!this.#known.has(dayOf(at))) await this.#make(at);
  }

  /** Makes those of the days to come, and of the one that late events are for. */
  async makeAhead(now: number): Promise<number> {
    const before = new Set(await listPartitions(this.database));
    const instants = Array.from({ length: daysAhead + 2 }, (_, index) => now + (index - 1) * dayLength);
    await this.require(instants);
    return instants.filter((at) => !before.has(dayOf(at))).length;
  }

  async #make(at: number): Promise<void> {
    const day = dayOf(at);
    await this.database.transaction((tx) => createPartition(tx, day, dayOf(at + dayLength)));
    this.#known.add(day);
  }
}
