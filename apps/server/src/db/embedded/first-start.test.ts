import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clusterOf, newDataFolder, removeDataFolder } from "../../testing/data-folder.js";
import { quiet } from "../../testing/quiet-log.js";
import { DatabaseProcess } from "../../testing/start-database-process.js";
import { type EmbeddedPostgres, openEmbeddedPostgres } from "./open.js";
import { findPostmaster } from "./postmaster.js";

/* One folder for all, in this order: the first test makes its database, which takes longer than all the rest. */
let dataFolder: string;
beforeAll(async () => {
  dataFolder = await newDataFolder();
});
afterAll(() => removeDataFolder(dataFolder));

const open = (): Promise<EmbeddedPostgres> => openEmbeddedPostgres({ dataFolder, log: quiet });

async function ask(server: EmbeddedPostgres, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

test("an empty folder gets a server within 5 s, and a restart finds its rows within 2 s", async () => {
  const start = performance.now();
  const first = await open();
  expect(performance.now() - start).toBeLessThan(5_000);
  await ask(first, "create table mark as select 7 as value");
  await first.leave();
  expect(await findPostmaster(clusterOf(dataFolder))).toBeUndefined();

  const restart = performance.now();
  const second = await open();
  expect(performance.now() - restart).toBeLessThan(2_000);
  expect(await ask(second, "select value from mark")).toEqual([{ value: 7 }]);
  await second.leave();
});

test("the server is durable, speaks UTF-8, and takes the program in as an owner without other powers", async () => {
  const server = await open();
  const names = ["fsync", "synchronous_commit", "full_page_writes", "data_checksums", "server_encoding"];
  const settings = names.map((name) => `current_setting('${name}') as ${name}`).join(", ");
  expect(await ask(server, `select ${settings}`)).toEqual([
    {
      fsync: "on",
      synchronous_commit: "on",
      full_page_writes: "on",
      data_checksums: "on",
      server_encoding: "UTF8",
    },
  ]);
  expect(
    await ask(
      server,
      "select rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user",
    ),
  ).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false }]);
  expect(await ask(server, "select lower('ÄÖ') as text")).toEqual([{ text: "äö" }]);
  await server.leave();
});

test("the server listens on no port, and on a socket that only its user and root can reach", async () => {
  const server = await open();
  expect(await ask(server, "show listen_addresses")).toEqual([{ listen_addresses: "" }]);
  if (!("socketFolder" in server.address)) throw new Error("no socket");
  const folder = await stat(server.address.socketFolder);
  expect(folder.mode & 0o777).toBe(0o700);
  await server.leave();
  await expect(stat(server.address.socketFolder)).rejects.toThrow("ENOENT");
});

test("another process joins, stays when the first leaves, and stops the server when it leaves last", async () => {
  const first = await open();
  const second = await DatabaseProcess.start(dataFolder);
  expect([first.started, second.started]).toEqual([true, false]);
  await first.leave();
  expect(await second.query("select value from mark")).toEqual([{ value: 7 }]);
  await second.close();
  expect(await findPostmaster(clusterOf(dataFolder))).toBeUndefined();
});

test("a cluster of another major version of PostgreSQL is refused with a way out", async () => {
  const file = join(clusterOf(dataFolder), "PG_VERSION");
  const version = await readFile(file);
  await writeFile(file, "17\n");
  await expect(open()).rejects.toThrow(
    /made by PostgreSQL 17; this program brings PostgreSQL 18.*lintel backup/,
  );
  await writeFile(file, version);
});

test("a folder written by a newer program is refused with both versions, and is left alone", async () => {
  const file = join(dataFolder, "VERSION");
  await writeFile(file, '{"format":99,"lintel":"12.3.4"}');
  await expect(open()).rejects.toThrow(
    /written by Lintel 12\.3\.4 \(format 99\).*Run Lintel 12\.3\.4 or newer/,
  );
  expect(await readFile(file, "utf8")).toBe('{"format":99,"lintel":"12.3.4"}');
  expect(await findPostmaster(clusterOf(dataFolder))).toBeUndefined();
});

test("a VERSION that makes no sense is named", async () => {
  await writeFile(join(dataFolder, "VERSION"), "18");
  await expect(open()).rejects.toThrow(/VERSION is not readable: 18/);
});

test("a data folder that cannot be made is named together with the setting", async () => {
  const under = join(dataFolder, "VERSION", "data");
  await expect(openEmbeddedPostgres({ dataFolder: under, log: quiet })).rejects.toThrow(
    /The data folder .*VERSION\/data cannot be made: .*LINTEL_DATA/,
  );
});
