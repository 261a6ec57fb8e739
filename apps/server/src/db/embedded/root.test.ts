import { execFileSync } from "node:child_process";
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clusterOf, newDataFolder, postmasterPid, removeDataFolder } from "../../testing/data-folder.js";
import { quiet } from "../../testing/quiet-log.js";
import { DatabaseProcess } from "../../testing/start-database-process.js";
import { openEmbeddedPostgres } from "./open.js";
import { isRoot } from "./server-user.js";

const system = (command: string, ...options: string[]): string =>
  execFileSync(command, options, { encoding: "utf8" });

const asRoot = (name: string, run: () => Promise<void>): void =>
  test(name, async ({ skip }) => {
    skip(!isRoot(), "only root can be several users");
    await run();
  });

const name = `lintel-${process.pid}`;
let user: { uid: number; gid: number };
beforeAll(() => {
  if (!isRoot()) return;
  system("useradd", "--system", "--no-create-home", name);
  const id = (flag: string): number => Number(system("id", flag, name));
  user = { uid: id("-u"), gid: id("-g") };
});
afterAll(() => {
  if (isRoot()) system("userdel", name);
});

/* One folder for those that need a database of root's, in this order: the first test makes it. */
let dataFolder: string;
const others: string[] = [];
beforeAll(async () => {
  dataFolder = await newDataFolder();
});
afterAll(async () => {
  await removeDataFolder(dataFolder);
  for (const folder of others.splice(0)) await removeDataFolder(folder, join(folder, "cluster"));
});

const ownerOfProcess = async (pid: number): Promise<number> => (await stat(`/proc/${pid}`)).uid;

asRoot("started by root, the server runs as nobody and owns its folder alone", async () => {
  const server = await openEmbeddedPostgres({ dataFolder, log: quiet });
  const nobody = Number(system("id", "-u", "nobody"));
  expect(await ownerOfProcess(await postmasterPid(dataFolder))).toBe(nobody);
  const home = await stat(server.folder);
  expect([home.uid, home.mode & 0o777]).toEqual([nobody, 0o700]);
  expect((await stat(dataFolder)).uid).toBe(0);
  await server.leave();
});

asRoot("another user can neither connect to the server nor start one on the folder", async () => {
  const server = await openEmbeddedPostgres({ dataFolder, log: quiet });
  await chmod(dataFolder, 0o755);
  if (!("socketFolder" in server.address)) throw new Error("no socket");
  const socket = join(server.address.socketFolder, ".s.PGSQL.5432");
  const knock = `require("net").connect(${JSON.stringify(socket)}).on("error", (e) => console.log(e.code)).on("connect", () => process.exit())`;
  expect(execFileSync(process.execPath, ["-e", knock], { ...user, cwd: "/", encoding: "utf8" })).toBe(
    "EACCES\n",
  );
  await expect(DatabaseProcess.start(dataFolder, user)).rejects.toThrow(/belongs to another user.*chown -R/);
  await server.leave();
});

asRoot("a cluster that root copied is given back to a user who can serve it", async () => {
  const copy = await newDataFolder();
  system("cp", "-r", `${dataFolder}/.`, copy);
  expect((await stat(clusterOf(copy))).uid).toBe(0);
  await (await openEmbeddedPostgres({ dataFolder: copy, log: quiet })).leave();
  expect((await stat(clusterOf(copy))).uid).not.toBe(0);
  await removeDataFolder(copy);
});

asRoot("an ordinary user's database works for that user and for root, by turns and together", async () => {
  const dataFolder = await newDataFolder();
  await chown(dataFolder, user.uid, user.gid);
  const ordinary = await DatabaseProcess.start(dataFolder, user);
  expect(await ownerOfProcess(await postmasterPid(dataFolder))).toBe(user.uid);
  await ordinary.query("create table mark as select 7 as value");
  const root = await DatabaseProcess.start(dataFolder);
  expect(root.started).toBe(false);
  await ordinary.close();
  expect(await root.query("select value from mark")).toEqual([{ value: 7 }]);
  await root.close();

  const server = await openEmbeddedPostgres({ dataFolder, log: quiet });
  expect(await ownerOfProcess(await postmasterPid(dataFolder))).toBe(user.uid);
  await server.leave();
  const again = await DatabaseProcess.start(dataFolder, user);
  expect(await again.query("select value from mark")).toEqual([{ value: 7 }]);
  await again.close();
  await removeDataFolder(dataFolder);
});

asRoot("a full disk is said in words, and nothing half made stays", async () => {
  const disk = join(dataFolder, "disk");
  await mkdir(disk);
  system("mount", "-t", "tmpfs", "-o", "size=20m,mode=755", "tmpfs", disk);
  try {
    await expect(openEmbeddedPostgres({ dataFolder: disk, log: quiet })).rejects.toThrow(
      /The disk that holds .*disk.* is full \(\d+ MB left\).*LINTEL_DATA/,
    );
    expect(await readdir(disk)).toEqual([]);
  } finally {
    system("umount", disk);
  }
});

/** A data folder where root alone can go, like one in a clone under /root. */
async function hiddenFolder(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), "lintel-hidden-"));
  await chmod(parent, 0o700);
  others.push(parent);
  return join(parent, "data");
}

async function openHidden(folder: string): Promise<{ home: string; said: string[] }> {
  const said: string[] = [];
  const note = (line: unknown): void => void said.push(String(line));
  const log = { info: note, warn: note, error: note };
  const server = await openEmbeddedPostgres({ dataFolder: folder, log });
  await server.leave();
  if (!others.includes(server.folder)) others.push(server.folder);
  return { home: server.folder, said };
}

asRoot(
  "where nobody cannot reach the data folder, the database goes to /var/lib/lintel, and one line says so",
  async () => {
    const folder = await hiddenFolder();
    const first = await openHidden(folder);
    expect(first.home).toMatch(/^\/var\/lib\/lintel\/[0-9a-f]{16}$/);
    expect(
      first.said.filter((line) => line.includes("/var/lib/lintel") && line.includes(folder)),
    ).toHaveLength(1);
    expect(await readdir(folder)).toEqual(["VERSION"]);
    const second = await openHidden(folder);
    expect(second).toEqual({ home: first.home, said: [] });
  },
);

asRoot("deleting a data folder starts afresh and keeps the database it left elsewhere", async () => {
  const folder = await hiddenFolder();
  const { home } = await openHidden(folder);
  const identity = (await stat(join(home, "cluster"))).ino;
  await rm(folder, { recursive: true });
  const { said } = await openHidden(folder);
  const aside =
    /left its database behind; it is kept in (\S+)\.$/.exec(
      said.find((line) => line.includes("left its")) ?? "",
    )?.[1] ?? "";
  others.push(aside);
  expect((await stat(join(aside, "cluster"))).ino).toBe(identity);
  expect((await stat(join(home, "cluster"))).ino).not.toBe(identity);
  expect(await readFile(join(home, "data-folder"), "utf8")).toBe(await realpath(folder));
});
