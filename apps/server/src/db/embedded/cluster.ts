import { execFile } from "node:child_process";
import { chown, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Log } from "../log.js";
import type { Binaries } from "./binaries.js";
import { childEnvironment } from "./child-environment.js";
import { describeFullDisk } from "./disk-space.js";
import { makeScratchFolder } from "./scratch-folder.js";
import { asUser, type ServerUser } from "./server-user.js";
import { asArguments, clusterSettings } from "./settings.js";

const run = promisify(execFile);

export const superuser = "postgres";
/** The role and the database of the program. The role owns its database and is no superuser. */
export const application = "lintel";
export const clusterIn = (homeFolder: string): string => join(homeFolder, "cluster");

/** The major version that made the cluster, or undefined when there is none. */
export async function clusterVersion(cluster: string): Promise<number | undefined> {
  const text = await readFile(join(cluster, "PG_VERSION"), "utf8").catch((reason: NodeJS.ErrnoException) => {
    if (reason.code === "ENOENT") return undefined;
    throw reason;
  });
  return text === undefined ? undefined : Number.parseInt(text, 10);
}

interface Request {
  homeFolder: string;
  binaries: Binaries;
  serverUser: ServerUser | undefined;
  log: Log;
  /** The superuser's password where connections come over a port. */
  passwordFile?: string | undefined;
}

/**
 * Makes a cluster in a scratch folder and renames it into place: a killed initdb leaves no cluster, and of two
 * processes doing this at once one wins the rename and the other uses the winner's.
 */
export async function makeCluster(request: Request): Promise<void> {
  const { homeFolder, serverUser, log } = request;
  const cluster = clusterIn(homeFolder);
  const started = performance.now();
  const scratch = await makeScratchFolder(homeFolder);
  try {
    if (serverUser) await chown(scratch, serverUser.uid, serverUser.gid);
    await initdb(scratch, request);
    await rename(scratch, cluster);
    await syncFolder(homeFolder);
    log.info(`Made a new database in ${cluster} in ${Math.round(performance.now() - started)} ms.`);
  } catch (reason) {
    await rm(scratch, { recursive: true, force: true });
    if ((await clusterVersion(cluster)) === undefined) throw reason;
  }
}

async function initdb(
  folder: string,
  { binaries, serverUser, homeFolder, passwordFile }: Request,
): Promise<void> {
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const access = ["--auth-local=peer", "--auth-host=scram-sha-256", `--username=${superuser}`];
  if (passwordFile) access.push(`--pwfile=${passwordFile}`);
  try {
    await run(
      binaries.initdb,
      ["-D", folder, ...locale, ...access, "--no-instructions", ...asArguments(clusterSettings)],
      { cwd: homeFolder, env: childEnvironment(), ...asUser(serverUser) },
    );
  } catch (reason) {
    const said = (reason as { stderr?: string }).stderr?.trim() || String(reason);
    const full = await describeFullDisk(homeFolder, said);
    throw new Error(full ?? `A new database could not be made in ${homeFolder}: ${said}`);
  }
}

/** Without this a power loss could take back the rename although initdb wrote everything to the disk. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
