import type { Queries } from "../../db/database.js";
import { deleteFullBudgets } from "./store.js";

/** Removes what a budget that is full leaves behind. */
export async function purgeFullBudgets(queries: Queries): Promise<{ purged: number }> {
  return { purged: await deleteFullBudgets(queries) };
}
