import type { OrganizationId } from "@lintel/contract";
import type { Database } from "../../../db/database.js";
import { countAgainstPlan } from "../../tracking-plan/count-against-plan.js";
import { day as dayLength, hour as hourLength } from "../limits.js";
import { dayOf } from "../utc.js";
import type { Bucket } from "./count-events.js";
import {
  findMarks,
  listDirtyDays,
  listMarkedHours,
  markDay,
  removeMarks,
  replaceRollups,
  tryLockRollups,
  unmarkDay,
} from "./store.js";

/**
 * A bucket that took long is left alone for this many times as long, so that counting a large day again and again takes
 * a twentieth of a core at most.
 */
const restTimes = 20;

/** When buckets may be counted again, by their name. Forgotten with the process, which costs one count. */
export type Rests = Map<string, number>;

const snapshot = { isolationLevel: "repeatable read" } as const;

/**
 * Counts anew what has changed. Each bucket is counted from its events and replaced in one transaction with its marks
 * taken away, so that a round may be cut off anywhere and nothing is counted twice. One that fails keeps no other from
 * being counted.
 */
export async function rollUp(database: Database, now: () => number, rests: Rests = new Map()) {
  for (const [name, until] of rests) if (until <= now()) rests.delete(name);
  const failures: unknown[] = [];
  const outcome = { hours: 0, days: 0 };
  const attempt = async (bucket: Bucket, work: () => Promise<void>): Promise<number> => {
    const name = `${bucket.grain} ${bucket.organizationId} ${bucket.start.toISOString()}`;
    if (rests.has(name)) return 0;
    const since = performance.now();
    try {
      await work();
    } catch (error) {
      failures.push(error);
      return 0;
    }
    rests.set(name, now() + (performance.now() - since) * restTimes);
    return 1;
  };
  for (const { organizationId, hour } of await listMarkedHours(database)) {
    const bucket = bucketOf("hour", organizationId, hour, hourLength);
    outcome.hours += await attempt(bucket, () => rollUpHour(database, bucket));
  }
  for (const { organizationId, day } of await listDirtyDays(database)) {
    const bucket = bucketOf("day", organizationId, new Date(`${day}T00:00:00Z`), dayLength);
    outcome.days += await attempt(bucket, () => rollUpDay(database, bucket, day));
  }
  if (failures.length > 0) throw failures[0];
  return outcome;
}

const bucketOf = (
  grain: Bucket["grain"],
  organizationId: OrganizationId,
  start: Date,
  length: number,
): Bucket => ({ grain, organizationId, start, end: new Date(start.getTime() + length) });

async function rollUpHour(database: Database, bucket: Bucket): Promise<void> {
  const { organizationId, start } = bucket;
  await database.transaction(async (tx) => {
    if (!(await tryLockRollups(tx, organizationId))) return;
    const marks = await findMarks(tx, organizationId, start);
    if (marks.length === 0) return;
    await replaceRollups(tx, bucket);
    await countAgainstPlan(tx, bucket);
    await markDay(tx, organizationId, dayOf(start.getTime()));
    await removeMarks(tx, organizationId, start, marks);
  }, snapshot);
}

async function rollUpDay(database: Database, bucket: Bucket, day: string): Promise<void> {
  await database.transaction(async (tx) => {
    if (!(await tryLockRollups(tx, bucket.organizationId))) return;
    if (await unmarkDay(tx, bucket.organizationId, day)) await replaceRollups(tx, bucket);
  }, snapshot);
}
