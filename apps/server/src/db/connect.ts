import type pg from "pg";
import { checkServer } from "./check-server.js";
import { type EmbeddedPostgres, openEmbeddedPostgres } from "./embedded/open.js";
import type { Log } from "./log.js";
import { openPool } from "./open-pool.js";

export interface ConnectOptions {
  /** A PostgreSQL server of the operator's; without it the embedded one is used. */
  databaseUrl?: string | undefined;
  dataFolder: string;
  log: Log;
  poolSize?: number;
}

export interface DatabaseConnection {
  pool: pg.Pool;
  /** For connections beside the pool: LISTEN, the job runner. */
  connectionString: string;
  embedded: EmbeddedPostgres | undefined;
  /** Ends the pool, then our use of the embedded server. */
  close(): Promise<void>;
}

export async function connectDatabase(options: ConnectOptions): Promise<DatabaseConnection> {
  const { databaseUrl, dataFolder, log, poolSize } = options;
  const embedded = databaseUrl ? undefined : await openEmbeddedPostgres({ dataFolder, log });
  const connectionString = embedded?.connectionString ?? databaseUrl ?? "";
  const pool = openPool({ connectionString, log, ...(poolSize ? { size: poolSize } : {}) });
  const close = async (): Promise<void> => {
    await pool.end();
    await embedded?.leave();
  };
  try {
    await checkServer(pool);
  } catch (reason) {
    await close();
    throw reason;
  }
  return { pool, connectionString, embedded, close };
}
