import type { Events } from "../events.js";
import { day as dayLength, keyLifetime, lateWindow } from "../limits.js";
import { deleteKeptBatchesBefore, deleteSaltsBefore, dropPartition, listPartitions } from "../store.js";
import { dayOf } from "../utc.js";

/** Makes the days to come, and lets go of what has had its time: events, salts, idempotency keys. */
export async function keepStorage({ database, partitions, digests, retentionDays, now }: Events) {
  const at = now();
  const made = await partitions.makeAhead(at);
  const oldestSalt = dayOf(at - lateWindow);
  digests.forgetBefore(oldestSalt);
  const salts = await deleteSaltsBefore(database, oldestSalt);
  const keys = await deleteKeptBatchesBefore(database, new Date(at - keyLifetime));
  // The last, because it gives up where somebody reads, until the next round.
  const oldestDay = dayOf(at - retentionDays * dayLength);
  let dropped = 0;
  for (const day of await listPartitions(database)) {
    if (day >= oldestDay) break;
    await database.transaction((tx) => dropPartition(tx, day));
    dropped += 1;
  }
  return { made, dropped, salts, keys };
}
