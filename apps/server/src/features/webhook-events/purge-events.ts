import type { Database } from "../../db/database.js";
import { deleteEvents } from "./store.js";

/** As long as their deliveries are listed. */
const keptDays = 30;
const batch = 5_000;

/** Removes events that were handed to their deliveries more than 30 days ago; says how many. Whatever waits stays. */
export async function purgeEvents(database: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptDays * 86_400_000);
  let purged = 0;
  for (;;) {
    const gone = await deleteEvents(database, before, batch);
    purged += gone;
    if (gone < batch) return purged;
  }
}
