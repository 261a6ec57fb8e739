import { openDatabase } from "../../apps/server/src/db/database.js";
import { openEmbeddedPostgres } from "../../apps/server/src/db/embedded/open.js";
import { openPool } from "../../apps/server/src/db/open-pool.js";
import { Signals } from "../../apps/server/src/db/signals.js";
import { createRunChange } from "../../apps/server/src/features/changes/run-change.js";
import type { OrganizationId, UserId } from "../../packages/contract/src/index.js";
import { loadPosts, loadSurroundings, type Target } from "./dataset.js";

/* Loads the data beside a running service: `load-data.ts FOLDER ORGANIZATION EMAIL`. Prints `loaded` when done. */

const [dataFolder = "", organizationId = "", email = ""] = process.argv.slice(2);
const log = { info() {}, warn: console.error, error: console.error };
const embedded = await openEmbeddedPostgres({ dataFolder, log });
const pool = openPool({ connectionString: embedded.connectionString, log, size: 2 });
const database = openDatabase(pool);
const signals = new Signals({ connectionString: embedded.connectionString }, log);
await signals.start();
const owner = await database.query.users.findFirst({ where: (user, { eq }) => eq(user.email, email) });
const target: Target = {
  database,
  runChange: createRunChange(database, signals),
  organizationId: organizationId as OrganizationId,
  actor: { userId: owner?.id as UserId, via: "service", requestId: null },
};
await loadSurroundings(target);
for (const [name, count] of [
  ["Hundred", 100],
  ["Small", 1_000],
  ["Ten thousand", 10_000],
  ["Large", 100_000],
] as const)
  await loadPosts(target, name, count);
await pool.query("vacuum (analyze) entries");
await pool.query("vacuum (analyze) entry_index");
await signals.stop();
await pool.end();
await embedded.leave();
process.stdout.write("loaded\n");
process.exit(0);
