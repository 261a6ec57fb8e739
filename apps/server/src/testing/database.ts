import { randomBytes } from "node:crypto";
import type pg from "pg";
import { inject } from "vitest";
import { openPool } from "../db/open-pool.js";
import { onServer, withDatabase } from "./database-url.js";
import { quiet } from "./quiet-log.js";

export interface TestDatabase {
  databaseUrl: string;
  pool: pg.Pool;
  drop(): Promise<void>;
}

/** A database of the caller's own with all migrations applied: one for each test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { serverUrl, template } = inject("testDatabase");
  const name = `lintel_test_${randomBytes(6).toString("hex")}`;
  await onServer(serverUrl, `create database ${name} template ${template}`);
  const databaseUrl = withDatabase(serverUrl, name);
  const pool = openPool({ connectionString: databaseUrl, log: quiet });
  return {
    databaseUrl,
    pool,
    async drop() {
      await pool.end();
      await onServer(serverUrl, `drop database ${name} with (force)`);
    },
  };
}
