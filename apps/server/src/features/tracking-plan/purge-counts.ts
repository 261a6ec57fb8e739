import type { Queries } from "../../db/database.js";
import { day } from "../events/limits.js";
import { deleteCountsBefore } from "./store-counts.js";

const keptDays = 90;

/** Forgets what did not fit the plan, and who sent what, so long ago that nobody asks any more. */
export const purgeCounts = (queries: Queries, now: number): Promise<number> =>
  deleteCountsBefore(queries, new Date(now - keptDays * day));
