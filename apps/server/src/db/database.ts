import { drizzle, type NodePgDatabase, NodePgSession } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Pool } from "pg";
import * as schema from "./schema/index.js";

export type Database = NodePgDatabase<typeof schema> & { $client: Pool };
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

/** What a store's query runs on: the database, or the transaction of a change. */
export type Queries = Database | Transaction;

export function openDatabase(pool: Pool): Database {
  const database = drizzle(pool, { schema });
  const dialect = new PgDialect();
  const { fullSchema, schema: tables, tableNamesMap } = database._;
  const relations = tables && { fullSchema, schema: tables, tableNamesMap };
  // The library never gives a connection back whose `begin` failed, and ten of them would be all there are.
  database.transaction = async (work, config) => {
    const client = await pool.connect();
    try {
      return await new NodePgSession<typeof schema, NonNullable<typeof tables>>(
        client,
        dialect,
        relations,
      ).transaction(work, config);
    } finally {
      client.release();
    }
  };
  return database;
}
