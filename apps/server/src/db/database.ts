import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Pool } from "pg";
import * as schema from "./schema/index.js";

export type Database = NodePgDatabase<typeof schema> & { $client: Pool };
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

/** What a store's query runs on: the database, or the transaction of a change. */
export type Queries = Database | Transaction;

export function openDatabase(pool: Pool): Database {
  return drizzle(pool, { schema });
}
