import type { Database } from "../../db/database.js";
import { purgeEntries } from "./store.js";
import { purgeFoldedVersions } from "./store-versions.js";

/** How long a deleted entry can be restored. */
export const retentionDays = 30;

const batch = 200;

/** Removes for good what was deleted more than 30 days ago; says how many entries went. Readers lost them long since. */
export async function purgeDeletedEntries(database: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - retentionDays * 86_400_000);
  let purged = 0;
  for (let more = true; more; ) {
    const gone = await database.transaction((tx) => purgeEntries(tx, before, batch));
    purged += gone.length;
    more = gone.length === batch;
  }
  return purged;
}

/** How long a version that was folded into the next can still be read and restored by its number. */
const foldedHours = 24;

export function purgeFolded(database: Database, now: Date): Promise<number> {
  return purgeFoldedVersions(database, new Date(now.getTime() - foldedHours * 3_600_000));
}
