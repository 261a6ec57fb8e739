import type { Database } from "../../db/database.js";
import { deleteExpired } from "./store.js";

/** Deletes sessions that are over and links that no longer open anything. Nothing reads them any more. */
export async function purgeExpired(database: Database): Promise<Record<string, number>> {
  return await deleteExpired(database);
}
