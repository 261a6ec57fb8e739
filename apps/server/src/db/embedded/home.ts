import { createHash } from "node:crypto";
import { chmod, chown, mkdir, realpath, rmdir } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "../log.js";
import { clusterIn, clusterVersion } from "./cluster.js";
import { readDataVersion } from "./data-version.js";
import { canUseFolder, isRoot, type ServerUser, serverUserFor } from "./server-user.js";

/** Where the cluster lives with all that belongs to it, and who owns that folder. */
export interface Home {
  folder: string;
  serverUser: ServerUser | undefined;
  /** Whether the data folder's VERSION already says all this. */
  recorded: boolean;
}

/** The path to record in VERSION; none for the usual place, so that a data folder can be moved. */
export const pathToRecord = (dataFolder: string, folder: string): string | undefined =>
  folder === usualFolder(dataFolder) ? undefined : folder;

const usualFolder = (dataFolder: string): string => join(dataFolder, "postgres");
const homesOfRoot = "/var/lib/lintel";

/** Finds the cluster's folder, or makes one where the server's user reaches it. */
export async function findHome(dataFolder: string, log: Log): Promise<Home> {
  // The server's user passes through the folder when we are root; nobody else has business in it.
  await mkdir(dataFolder, { recursive: true, mode: isRoot() ? 0o711 : 0o700 });
  const version = await readDataVersion(dataFolder);
  if (version?.postgresFolder) return recordedHome(dataFolder, version.postgresFolder);
  const folder = usualFolder(dataFolder);
  const serverUser = await serverUserFor(clusterIn(folder));
  const existed = (await clusterVersion(clusterIn(folder)).catch(explainForeignFolder(folder))) !== undefined;
  await makeFolder(folder, serverUser);
  const reachable = !serverUser || (await canUseFolder(folder, serverUser));
  if (!reachable && existed) {
    throw new Error(
      `The database in ${folder} belongs to the user with id ${serverUser.uid}, who cannot reach it there. ` +
        "Allow others to pass through the folders above it (chmod o+x), or move the data folder.",
    );
  }
  if (!reachable) return homeOutside(dataFolder, folder, serverUser, log);
  return { folder, serverUser, recorded: version !== undefined };
}

async function recordedHome(dataFolder: string, folder: string): Promise<Home> {
  if ((await clusterVersion(clusterIn(folder)).catch(explainForeignFolder(folder))) === undefined) {
    throw new Error(
      `The database of ${dataFolder} was kept in ${folder} (see the file VERSION), and is not there any more. ` +
        `Bring that folder back, or delete ${join(dataFolder, "VERSION")} to start with an empty database.`,
    );
  }
  return { folder, serverUser: await serverUserFor(clusterIn(folder)), recorded: true };
}

async function homeOutside(
  dataFolder: string,
  unreachable: string,
  serverUser: ServerUser,
  log: Log,
): Promise<Home> {
  await rmdir(unreachable).catch(() => undefined);
  const name = createHash("sha256")
    .update(await realpath(dataFolder))
    .digest("hex")
    .slice(0, 16);
  const folder = join(homesOfRoot, name);
  await mkdir(homesOfRoot, { recursive: true, mode: 0o711 });
  await makeFolder(folder, serverUser);
  log.warn(
    `The database is kept in ${folder}: PostgreSQL does not run as root, and its user cannot reach ${dataFolder}.`,
  );
  return { folder, serverUser, recorded: false };
}

async function makeFolder(folder: string, user: ServerUser | undefined): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!user) return;
  await chown(folder, user.uid, user.gid);
  await chmod(folder, 0o700);
}

function explainForeignFolder(folder: string): (reason: NodeJS.ErrnoException) => never {
  return (reason) => {
    if (reason.code !== "EACCES") throw reason;
    throw new Error(
      `The database in ${folder} belongs to another user (it was probably started as root). ` +
        "Start Lintel as that user again, or give the folder to this one: chown -R, while Lintel is stopped.",
    );
  };
}
