import { chmod, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { connectDatabase } from "../../db/connect.js";
import { findPostmaster } from "../../db/embedded/postmaster.js";
import { migrateDatabase } from "../../db/migrate.js";
import { clusterOf, newDataFolder, removeDataFolder } from "../../testing/data-folder.js";
import { createTestDatabase, type TestDatabase } from "../../testing/database.js";
import { quiet } from "../../testing/quiet-log.js";
import type { Check } from "./check.js";
import { checkClock } from "./check-clock.js";
import { checkNode } from "./check-node.js";
import { runDoctor } from "./run-doctor.js";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

let dataFolder: string;
beforeEach(async () => {
  dataFolder = await newDataFolder();
});
afterEach(() => removeDataFolder(dataFolder));

const named = (checks: Check[], name: string): Check => {
  const found = checks.find((check) => check.name === name);
  if (!found) throw new Error(`No check "${name}" among ${checks.map((check) => check.name).join(", ")}`);
  return found;
};

test("before the first start all is well, and nothing is made", async () => {
  const missing = join(dataFolder, "not", "made");
  const checks = await runDoctor({ dataFolder: missing });
  expect(checks.filter((check) => !check.ok)).toEqual([]);
  expect(named(checks, "Embedded PostgreSQL").detail).toMatch(/^version 18\.\d+$/);
  expect(named(checks, "Database").detail).toMatch(/none yet/);
  await expect(rm(missing, { recursive: true })).rejects.toThrow("ENOENT");
});

test("a stopped embedded database is looked at and stopped again, and pending migrations are counted", async () => {
  const connection = await connectDatabase({ dataFolder, log: quiet });
  await connection.close();
  const before = await runDoctor({ dataFolder });
  expect(named(before, "Migrations")).toMatchObject({
    ok: false,
    detail: expect.stringMatching(/^0 applied, \d+ pending$/),
  });
  expect(named(before, "Migrations").remedy).toContain("lintel migrate");

  const again = await connectDatabase({ dataFolder, log: quiet });
  await migrateDatabase(again.pool, { log: quiet });
  await again.close();
  const after = await runDoctor({ dataFolder });
  expect(after.filter((check) => !check.ok)).toEqual([]);
  expect(named(after, "Database").detail).toMatch(/^PostgreSQL 18\.\d+ in .*postgres$/);
  expect(await findPostmaster(clusterOf(dataFolder))).toBeUndefined();
});

test("with DATABASE_URL the server's version is told, and the embedded one is not asked for", async () => {
  const checks = await runDoctor({ databaseUrl: database.databaseUrl, dataFolder });
  expect(checks.filter((check) => !check.ok)).toEqual([]);
  expect(checks.map((check) => check.name)).toEqual([
    "Node",
    "Data folder",
    "Secret",
    "Database",
    "Migrations",
    "Clock",
  ]);
});

test("a server that does not answer is a failed check with a remedy", async () => {
  const checks = await runDoctor({ databaseUrl: "postgres://127.0.0.1:1/none", dataFolder });
  expect(named(checks, "Database")).toMatchObject({
    ok: false,
    remedy: expect.stringContaining("DATABASE_URL"),
  });
});

test("a data folder of a newer program is a failed check", async () => {
  await writeFile(join(dataFolder, "VERSION"), '{"format":99,"lintel":"12.3.4"}');
  const newer = await runDoctor({ dataFolder });
  expect(named(newer, "Data folder")).toMatchObject({ ok: false, detail: expect.stringContaining("12.3.4") });
  expect(named(newer, "Database").ok).toBe(false);
});

test("a secret that others may read is a failed check with the command that closes it", async () => {
  const file = join(dataFolder, "secret");
  await writeFile(file, "secret", { mode: 0o644 });
  expect(named(await runDoctor({ dataFolder }), "Secret")).toMatchObject({
    ok: false,
    remedy: `chmod 600 ${file}`,
  });
  await chmod(file, 0o600);
  expect(named(await runDoctor({ dataFolder }), "Secret").ok).toBe(true);
});

test("a Node that is too old is refused by number, not by text", () => {
  expect(checkNode("20.9.0").ok).toBe(false);
  expect(checkNode("20.19.0").ok).toBe(true);
  expect(checkNode("100.0.0").ok).toBe(true);
});

test("a clock that is behind the program or apart from the database's is a failed check", async () => {
  expect((await checkClock(database.pool)).ok).toBe(true);
  expect(await checkClock(undefined, () => Date.parse("2001-01-01"))).toMatchObject({ ok: false });
  const late = await checkClock(database.pool, () => Date.now() + 60_000);
  expect(late).toMatchObject({ ok: false, detail: "60 s apart from the database's" });
});
