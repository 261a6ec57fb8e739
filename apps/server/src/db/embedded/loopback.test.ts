import { stat } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clusterOf, newDataFolder, removeDataFolder } from "../../testing/data-folder.js";
import { quiet } from "../../testing/quiet-log.js";
import { type EmbeddedPostgres, openEmbeddedPostgres } from "./open.js";
import { findPostmaster } from "./postmaster.js";

/* What Windows does, where there are no unix sockets. */
let dataFolder: string;
beforeAll(async () => {
  dataFolder = await newDataFolder();
});
afterAll(() => removeDataFolder(dataFolder));

const open = (): Promise<EmbeddedPostgres> =>
  openEmbeddedPostgres({ dataFolder, log: quiet, sockets: false });

async function ask(connectionString: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    return (await client.query(sql)).rows[0];
  } finally {
    await client.end();
  }
}

test("without sockets the server listens on loopback alone, and lets nobody in without its password", async () => {
  const server = await open();
  expect(await ask(server.connectionString, "show listen_addresses")).toEqual({
    listen_addresses: "127.0.0.1",
  });
  const guess = new URL(server.connectionString);
  guess.password = "guess";
  await expect(ask(guess.href, "select 1")).rejects.toThrow("password authentication failed");
  expect((await stat(join(server.folder, "password"))).mode & 0o077).toBe(0);
  await ask(server.connectionString, "create table mark as select 7 as value");
  await server.leave();
});

test("without sockets, too, the password lasts, a second one joins, and the last one stops the server", async () => {
  const first = await open();
  const second = await open();
  expect([first.started, second.started]).toEqual([true, false]);
  await first.leave();
  expect(await ask(second.connectionString, "select value from mark")).toEqual({ value: 7 });
  await second.leave();
  expect(await findPostmaster(clusterOf(dataFolder))).toBeUndefined();
});
