import type pg from "pg";
import { openPool } from "../db/open-pool.js";
import { quiet } from "./quiet-log.js";

/** The same server, another database. By text, because a URL with a user and no host is none to `URL`. */
export const withDatabase = (url: string, database: string): string =>
  url.replace(/^([a-z]+:\/\/[^/]*\/)[^?]*/, `$1${database}`);

/** For what cannot run in a transaction or through a test's own pool, like making databases. */
export async function onServer(url: string, statement: string): Promise<pg.QueryResult> {
  const pool = openPool({ connectionString: url, log: quiet, size: 1 });
  try {
    return await pool.query(statement);
  } finally {
    await pool.end();
  }
}
