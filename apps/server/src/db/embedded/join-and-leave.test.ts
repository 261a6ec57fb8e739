import { readdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clusterOf, newDataFolder, postmasterPid, removeDataFolder } from "../../testing/data-folder.js";
import { quiet } from "../../testing/quiet-log.js";
import { DatabaseProcess } from "../../testing/start-database-process.js";
import { waitUntil } from "../../testing/wait-until.js";
import { openEmbeddedPostgres } from "./open.js";
import { findPostmaster } from "./postmaster.js";

/* One folder for all, in this order: the first test makes its database, and each leaves its server stopped. */
let dataFolder: string;
beforeAll(async () => {
  dataFolder = await newDataFolder();
});
afterAll(() => removeDataFolder(dataFolder));

test("processes that start together on an empty folder make one cluster and share one server", async () => {
  const processes = [1, 2, 3].map(() => DatabaseProcess.spawn(dataFolder));
  await Promise.all(processes.map((one) => one.opened()));
  expect(processes.filter((one) => one.started)).toHaveLength(1);
  await processes[0]?.query("create table mark as select 7 as value");
  expect(await processes[2]?.query("select value from mark")).toEqual([{ value: 7 }]);
  expect(await readdir(join(dataFolder, "postgres"))).not.toContainEqual(
    expect.stringMatching(/^unfinished/),
  );
  await Promise.all(processes.map((one) => one.close()));
  expect(await findPostmaster(clusterOf(dataFolder))).toBeUndefined();
});

test("whoever comes while the last one is leaving finds a server and all that was written", async () => {
  const { leave } = await openEmbeddedPostgres({ dataFolder, log: quiet });
  const visit = async (mark: number): Promise<void> => {
    const server = await openEmbeddedPostgres({ dataFolder, log: quiet });
    const client = new pg.Client({ connectionString: server.connectionString });
    await client.connect();
    await client.query("create table if not exists marks (value int)");
    await client.query("insert into marks values ($1)", [mark]);
    await client.end();
    await server.leave();
  };
  await visit(0);
  await leave();
  const guests = [1, 2, 3].map(async (guest) => {
    for (let round = 0; round < 5; round += 1) await visit(guest * 10 + round);
  });
  await Promise.all(guests);
  expect(await findPostmaster(clusterOf(dataFolder))).toBeUndefined();

  const server = await openEmbeddedPostgres({ dataFolder, log: quiet });
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  const { rows } = await client.query("select count(distinct value)::int as count from marks");
  await client.end();
  await server.leave();
  expect(rows).toEqual([{ count: 16 }]);
});

test("leaving twice is leaving once", async () => {
  const server = await openEmbeddedPostgres({ dataFolder, log: quiet });
  await Promise.all([server.leave(), server.leave()]);
  await server.leave();
  expect(await findPostmaster(clusterOf(dataFolder))).toBeUndefined();
});

test("Ctrl-C in the terminal leaves the server to the program, which still works with it", async () => {
  const program = await DatabaseProcess.start(dataFolder);
  process.kill(-program.pid, "SIGINT");
  await waitUntil(() => program.log.includes("SIGINT"));
  expect(await program.query("select 1 as value")).toEqual([{ value: 1 }]);
  await program.close();
});

test("a program that opened the database and has nothing to do may end without leaving", async () => {
  const idle = await DatabaseProcess.start(dataFolder);
  const pid = await postmasterPid(dataFolder);
  idle.disconnect();
  expect(await idle.exit()).toBe(0);
  expect(await findPostmaster(clusterOf(dataFolder))).toMatchObject({ pid });
});
