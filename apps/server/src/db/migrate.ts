import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type pg from "pg";
import type { Log } from "./log.js";

/** Any number, as long as it stays the same: all versions of the program must agree on it. */
const migrationLock = 5_108_462_021;

/** From `src/db` and from `dist/db` alike; the compiler does not copy SQL. */
export const migrationsFolder = fileURLToPath(new URL("../../src/db/migrations", import.meta.url));

export interface MigrationOptions {
  log: Log;
  folder?: string;
}

export interface MigrationState {
  applied: number;
  /** Known to this program and not applied yet. */
  pending: number;
}

export const hasMigrations = (folder: string = migrationsFolder): boolean =>
  existsSync(join(folder, "meta", "_journal.json"));

/** When this program's last migration was written. */
export const newestMigration = (folder: string = migrationsFolder): number =>
  Math.max(0, ...readMigrationFiles({ migrationsFolder: folder }).map((one) => one.folderMillis));

/** Brings the database to this program's schema. Processes that start together apply each migration once. */
export async function migrateDatabase(pool: pg.Pool, options: MigrationOptions): Promise<MigrationState> {
  const { log, folder = migrationsFolder } = options;
  const client = await pool.connect();
  try {
    await waitForLock(client, log);
    const before = await migrationState(client, folder);
    if (before.pending > 0) {
      // All of them in one transaction: interrupted, the next start finds the schema as it was.
      await migrate(drizzle(client), { migrationsFolder: folder });
      log.info(`Applied ${before.pending} database migrations.`);
    }
    return { applied: before.applied + before.pending, pending: 0 };
  } finally {
    // Ending the connection frees the lock whatever state a failure left it in.
    client.release(true);
  }
}

async function waitForLock(client: pg.PoolClient, log: Log): Promise<void> {
  const { rows } = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [
    migrationLock,
  ]);
  if (rows[0]?.got) return;
  log.info("Another process is migrating the database; waiting for it.");
  await client.query("select pg_advisory_lock($1)", [migrationLock]);
}

/** What is applied and what is not. Refuses a database whose schema this program does not know. */
export async function migrationState(
  client: pg.Pool | pg.PoolClient,
  folder: string = migrationsFolder,
): Promise<MigrationState> {
  const known = readMigrationFiles({ migrationsFolder: folder });
  const applied = await appliedMigrations(client);
  const newestApplied = Math.max(0, ...applied.map((one) => one.at));
  const newestKnown = Math.max(0, ...known.map((one) => one.folderMillis));
  if (newestApplied > newestKnown) {
    throw new Error(
      `The database was migrated by a newer Lintel (its last migration is of ${isoDate(newestApplied)}, the last one known here of ${isoDate(newestKnown)}). ` +
        "Run that version or a newer one, or restore a backup made by this one.",
    );
  }
  const times = new Set(applied.map((one) => one.at));
  const pending = known.filter((one) => !times.has(one.folderMillis));
  const skipped = pending.find((one) => one.folderMillis < newestApplied);
  if (skipped) {
    throw new Error(
      `The migration of ${isoDate(skipped.folderMillis)} is older than the last one applied (${isoDate(newestApplied)}) and was never applied itself. ` +
        "Generate it again, so that it comes last.",
    );
  }
  return { applied: known.length - pending.length, pending: pending.length };
}

async function appliedMigrations(client: pg.Pool | pg.PoolClient): Promise<{ at: number }[]> {
  const { rows } = await client.query<{ known: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as known",
  );
  if (!rows[0]?.known) return [];
  const applied = await client.query<{ at: string }>(
    "select created_at::text as at from drizzle.__drizzle_migrations",
  );
  return applied.rows.map(({ at }) => ({ at: Number(at) }));
}

const isoDate = (at: number): string => new Date(at).toISOString();
