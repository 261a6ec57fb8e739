import pg from "pg";
import type { Log } from "./log.js";
import { valueParsers } from "./value-parsers.js";

const defaultSize = 10;

export interface PoolOptions {
  connectionString: string;
  log: Log;
  size?: number;
}

export function openPool({ connectionString, log, size = defaultSize }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: size,
    types: valueParsers,
    application_name: "lintel",
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // A command that is done ends, also when it forgot to close.
    allowExitOnIdle: true,
    // Days and hours are cut in the session's zone, which a server may have set to its country's.
    onConnect: async (client) => {
      await client.query("set time zone 'UTC'");
    },
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on("error", (reason) => {
    // One that breaks while the pool ends was on its way out.
    if (!pool.ending) log.warn({ err: reason }, "A database connection was lost.");
  });
  // One that breaks while it is in use fails its query, which says so; the event beside it must not end the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}
