import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clusterOf, newDataFolder, postmasterPid, removeDataFolder } from "../../testing/data-folder.js";
import { quiet } from "../../testing/quiet-log.js";
import { DatabaseProcess } from "../../testing/start-database-process.js";
import { waitUntil } from "../../testing/wait-until.js";
import { connectDatabase } from "../connect.js";
import { findPostmaster } from "./postmaster.js";
import { asUser, serverUserFor } from "./server-user.js";

/* One folder for all, in this order: the first test makes its database, and each leaves its server stopped. */
let dataFolder: string;
beforeAll(async () => {
  dataFolder = await newDataFolder();
});
afterAll(() => removeDataFolder(dataFolder));

/** A folder with one row in it, whose program and server were both killed. */
async function crash(): Promise<number> {
  const program = await DatabaseProcess.start(dataFolder);
  await program.query("create table if not exists mark as select 7 as value");
  const pid = await postmasterPid(dataFolder);
  await program.kill();
  process.kill(pid, "SIGKILL");
  await waitUntil(async () => (await findPostmaster(clusterOf(dataFolder))) === undefined);
  return pid;
}

/** Opens the folder here, as whoever comes next, and closes it again. */
async function ask(sql: string): Promise<unknown[]> {
  const { pool, close } = await connectDatabase({ dataFolder, log: quiet });
  const { rows } = await pool.query(sql);
  await close();
  expect(await findPostmaster(clusterOf(dataFolder))).toBeUndefined();
  return rows;
}

const theRow = [{ value: 7 }];

test("an initdb killed half way is done again, and leaves nothing behind", async () => {
  const home = join(dataFolder, "postgres");
  const killed = DatabaseProcess.spawn(dataFolder);
  await waitUntil(async () => {
    const unfinished = (await readdir(home).catch(() => [])).find((name) => name.startsWith("unfinished-"));
    return unfinished !== undefined && (await readdir(join(home, unfinished))).length > 5;
  });
  await killed.kill();
  expect(await readdir(home)).not.toContain("cluster");

  expect(await ask("select 7 as value")).toEqual(theRow);
  expect((await readdir(home)).sort()).toEqual(["cluster", "in-use", "server.log"]);
});

test("what a living process is making right now is left alone", async () => {
  const home = join(dataFolder, "postgres");
  const mine = `unfinished-${process.ppid}-abcdef`;
  await mkdir(join(home, mine));
  await ask("select 1");
  expect(await readdir(home)).toContain(mine);
  await rmdir(join(home, mine));
});

test("trust 38: a server left behind by a killed program is adopted with every acknowledged row", async () => {
  const killed = await DatabaseProcess.start(dataFolder);
  await killed.query("create table if not exists mark as select 7 as value");
  const pid = await postmasterPid(dataFolder);
  await killed.kill();
  expect(await findPostmaster(clusterOf(dataFolder))).toMatchObject({ pid });
  expect(await ask("select value from mark")).toEqual(theRow);
});

test("trust 38: the pid file of a killed server does not keep the next one from starting", async () => {
  const pid = await crash();
  expect(await postmasterPid(dataFolder)).toBe(pid);
  expect(await ask("select value from mark")).toEqual(theRow);
});

test("a pid file whose number now belongs to another process of the same user is recognised as stale", async () => {
  await crash();
  const user = asUser(await serverUserFor(clusterOf(dataFolder)));
  const stranger = spawn("sleep", ["60"], { ...user, cwd: "/" });
  await once(stranger, "spawn");
  const pidFile = join(clusterOf(dataFolder), "postmaster.pid");
  const text = await readFile(pidFile, "utf8");
  await writeFile(pidFile, text.replace(/^\d+/, String(stranger.pid)));
  expect(await ask("select value from mark")).toEqual(theRow);
  expect(stranger.exitCode).toBeNull();
  stranger.kill();
});

test("trust 40: a server killed under a running program comes back, and the program's pool finds it", async () => {
  const programs = await Promise.all([DatabaseProcess.start(dataFolder), DatabaseProcess.start(dataFolder)]);
  await programs[0].query("create table if not exists mark as select 7 as value");
  process.kill(await postmasterPid(dataFolder), "SIGKILL");
  for (const program of programs) {
    await waitUntil(() => program.log.some((line) => line.includes("went away; bringing it back")));
    await waitUntil(async () => {
      const rows = await program.query("select value from mark").catch(() => []);
      return rows[0]?.value === 7;
    });
  }
  await Promise.all(programs.map((program) => program.close()));
  expect(await findPostmaster(clusterOf(dataFolder))).toBeUndefined();
});
