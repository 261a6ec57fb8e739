import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.js";
import { quiet } from "../testing/quiet-log.js";
import { hasMigrations, migrateDatabase, migrationState } from "./migrate.js";
import { openPool } from "./open-pool.js";

interface Migration {
  when: number;
  sql: string;
}

const first = { when: 1_000, sql: "create table first (id int)" };
const second = { when: 2_000, sql: "create table second (id int)" };
const third = { when: 3_000, sql: "create table third (id int)" };

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lintel-migrations-"));
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await database.pool.query("drop schema if exists drizzle cascade");
  await database.pool.query("drop table if exists first, second, third");
});

/** A program that knows these migrations. */
async function program(...migrations: Migration[]): Promise<{ log: typeof quiet; folder: string }> {
  const own = await mkdtemp(join(folder, "program-"));
  await mkdir(join(own, "meta"));
  const entries = migrations.map(({ when }, idx) => ({
    idx,
    when,
    version: "7",
    tag: `${when}`,
    breakpoints: true,
  }));
  await writeFile(
    join(own, "meta", "_journal.json"),
    JSON.stringify({ version: "7", dialect: "postgresql", entries }),
  );
  for (const { when, sql } of migrations) await writeFile(join(own, `${when}.sql`), sql);
  return { log: quiet, folder: own };
}

const tables = async (): Promise<string[]> => {
  const { rows } = await database.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_name in ('first', 'second', 'third') order by 1",
  );
  return rows.map(({ name }) => name);
};

test("the program's own migrations are found from where this file is", () => {
  expect(hasMigrations()).toBe(true);
});

test("what is missing is applied, and nothing twice", async () => {
  expect(await migrateDatabase(database.pool, await program(first))).toEqual({ applied: 1, pending: 0 });
  const next = await program(first, second);
  expect(await migrationState(database.pool, next.folder)).toEqual({ applied: 1, pending: 1 });
  expect(await migrateDatabase(database.pool, next)).toEqual({ applied: 2, pending: 0 });
  expect(await migrateDatabase(database.pool, next)).toEqual({ applied: 2, pending: 0 });
  expect(await tables()).toEqual(["first", "second"]);
});

test("processes that migrate at once apply each migration once, and all end with the schema in place", async () => {
  const slow = await program({ when: 1_000, sql: "select pg_sleep(0.2)" }, { ...first, when: 1_500 }, second);
  const pools = [1, 2, 3].map(() =>
    openPool({ connectionString: database.databaseUrl, log: quiet, size: 1 }),
  );
  const ends = await Promise.all(pools.map((pool) => migrateDatabase(pool, slow)));
  expect(ends).toEqual(Array(3).fill({ applied: 3, pending: 0 }));
  const { rows } = await database.pool.query(
    "select created_at from drizzle.__drizzle_migrations order by 1",
  );
  expect(rows).toEqual([{ created_at: 1_000 }, { created_at: 1_500 }, { created_at: 2_000 }]);
  await Promise.all(pools.map((pool) => pool.end()));
});

test("trust 42: a migration that fails half way leaves the schema as it was, and the lock free", async () => {
  const broken = await program(first, { when: 2_000, sql: "create table second (id int); select 1/0" });
  await expect(migrateDatabase(database.pool, broken)).rejects.toThrow();
  expect(await tables()).toEqual([]);
  await migrateDatabase(database.pool, await program(first, second));
  expect(await tables()).toEqual(["first", "second"]);
});

test("a database migrated by a newer program is refused with both dates, and left alone", async () => {
  await migrateDatabase(database.pool, await program(first, second));
  await expect(migrateDatabase(database.pool, await program(first))).rejects.toThrow(
    /migrated by a newer Lintel \(its last migration is of 1970-01-01T00:00:02.000Z, the last one known here of 1970-01-01T00:00:01.000Z\)/,
  );
  expect(await tables()).toEqual(["first", "second"]);
});

test("a migration dated before one that is applied is refused instead of skipped in silence", async () => {
  await migrateDatabase(database.pool, await program(first, third));
  await expect(migrateDatabase(database.pool, await program(first, second, third))).rejects.toThrow(
    /The migration of 1970-01-01T00:00:02.000Z is older than the last one applied.*Generate it again/,
  );
});
