import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { connectionString } from "../db/embedded/address.js";
import { superuser } from "../db/embedded/cluster.js";
import { isRunning } from "../db/embedded/is-running.js";
import { openEmbeddedPostgres } from "../db/embedded/open.js";
import { hasMigrations, migrateDatabase } from "../db/migrate.js";
import { openPool } from "../db/open-pool.js";
import { removeDataFolder } from "./data-folder.js";
import { onServer, withDatabase } from "./database-url.js";
import { findLeaks } from "./find-leaks.js";
import { quiet } from "./quiet-log.js";

declare module "vitest" {
  interface ProvidedContext {
    /** A connection whose role may create databases, and the database to clone. */
    testDatabase: { serverUrl: string; template: string };
    /** The folder in which workers keep what was logged, and which secrets there were. */
    logRecord: string;
  }
}

const prefix = "lintel-test-";

/** One server for the whole run, with a database that every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.LINTEL_TEST_DATABASE_URL;
  const server = given ? { serverUrl: given, close: async () => {} } : await openTestServer();
  const template = `lintel_template_${process.pid}`;
  try {
    await makeTemplate(server.serverUrl, template);
  } catch (reason) {
    await server.close();
    throw reason;
  }
  project.provide("testDatabase", { serverUrl: server.serverUrl, template });
  const logRecord = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-logs-`));
  project.provide("logRecord", logRecord);
  return async () => {
    await onServer(server.serverUrl, `drop database if exists ${template}`);
    await server.close();
    await refuseLeaks(logRecord);
  };
}

/** Trust 36: of all that the servers of a run logged, no line holds a secret that the run made. */
async function refuseLeaks(logRecord: string): Promise<void> {
  const leaks = await findLeaks(logRecord);
  await rm(logRecord, { recursive: true, force: true });
  if (leaks.length === 0) return;
  // What a teardown throws is printed, and would let the run pass all the same.
  process.exitCode = 1;
  throw new Error(`Log lines of this run hold what no log may hold:\n${leaks.slice(0, 20).join("\n")}`);
}

/** The data of a test run outlives nothing, so nothing waits for the disk. */
const settings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  max_connections: "200",
};

async function openTestServer() {
  await removeAbandoned();
  const dataFolder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  // The server's user is not always the one who made the folder.
  await chmod(dataFolder, 0o711);
  const server = await openEmbeddedPostgres({ dataFolder, log: quiet, settings });
  await onServer(connectionString(server.address, superuser, "postgres"), "alter role lintel createdb");
  return {
    serverUrl: server.connectionString,
    async close() {
      await server.leave();
      await removeDataFolder(dataFolder);
    },
  };
}

/** Runs that were killed leave their server running. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const run = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
    if (!Number.isNaN(run) && !isRunning(run)) {
      // What another user left is that user's to remove.
      await removeDataFolder(join(tmpdir(), name)).catch(() => undefined);
    }
  }
}

/** Nobody may be connected to a database while it is cloned, so nobody is let in once it is migrated. */
async function makeTemplate(serverUrl: string, template: string): Promise<void> {
  await onServer(serverUrl, `create database ${template}`);
  const pool = openPool({ connectionString: withDatabase(serverUrl, template), log: quiet, size: 1 });
  try {
    if (hasMigrations()) await migrateDatabase(pool, { log: quiet });
  } finally {
    await pool.end();
  }
  await onServer(serverUrl, `alter database ${template} with allow_connections false`);
}
