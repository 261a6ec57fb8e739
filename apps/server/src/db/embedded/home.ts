import { chmod, lchown, mkdir, readdir, rmdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "../log.js";
import { clusterIn, clusterVersion } from "./cluster.js";
import { readDataVersion, writeDataVersion } from "./data-version.js";
import { checkOutsideHome, claimOutsideHome } from "./outside-home.js";
import { canUseFolder, isRoot, type ServerUser, serverUserFor } from "./server-user.js";

/** Where the cluster lives with all that belongs to it, and the user who serves it when that is not us. */
export interface Home {
  folder: string;
  serverUser: ServerUser | undefined;
}

/** Finds the cluster's folder, or makes one where the server's user reaches it. */
export async function findHome(dataFolder: string, log: Log): Promise<Home> {
  await makeDataFolder(dataFolder);
  const version = await readDataVersion(dataFolder);
  if (version?.postgresFolder) {
    await checkOutsideHome(dataFolder, version.postgresFolder).catch(explainForeign(version.postgresFolder));
    return takeHome(version.postgresFolder);
  }
  const home = await takeHome(usualHome(dataFolder));
  if (!home.serverUser || (await canUseFolder(home.folder, home.serverUser))) return home;
  if ((await clusterVersion(clusterIn(home.folder))) !== undefined) {
    throw new Error(
      `The database in ${home.folder} belongs to the user with id ${home.serverUser.uid}, who cannot reach it there. ` +
        "Allow others to pass through the folders above it (chmod o+x), or move the data folder.",
    );
  }
  await rmdir(home.folder);
  return takeHome(await claimOutsideHome(dataFolder, log));
}

/** Whether there is a cluster for the folder, without making anything. */
export async function hasCluster(dataFolder: string): Promise<boolean> {
  const home = (await readDataVersion(dataFolder))?.postgresFolder ?? usualHome(dataFolder);
  return (await clusterVersion(clusterIn(home)).catch(explainForeign(home))) !== undefined;
}

const usualHome = (dataFolder: string): string => join(dataFolder, "postgres");

/** Says in the data folder which program wrote it, once there is a whole cluster. */
export async function recordHome(dataFolder: string): Promise<void> {
  if (!(await readDataVersion(dataFolder))) await writeDataVersion(dataFolder);
}

async function makeDataFolder(dataFolder: string): Promise<void> {
  // The server's user passes through the folder when we are root; nobody else has business in it.
  const mode = isRoot() ? 0o711 : 0o700;
  await mkdir(dataFolder, { recursive: true, mode }).catch((reason: Error) => {
    throw new Error(
      `The data folder ${dataFolder} cannot be made: ${reason.message}. Point LINTEL_DATA at a folder that can be written.`,
    );
  });
}

async function takeHome(folder: string): Promise<Home> {
  const cluster = clusterIn(folder);
  await clusterVersion(cluster).catch(explainForeign(folder));
  const serverUser = await serverUserFor(cluster);
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(explainForeign(folder));
  if (serverUser) {
    await lchown(folder, serverUser.uid, serverUser.gid);
    await chmod(folder, 0o700);
    // Copied by root, a cluster is root's, and nobody can serve that.
    if ((await ownerOf(cluster)) === 0) await giveAll(cluster, serverUser);
  }
  return { folder, serverUser };
}

const ownerOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ uid }) => uid,
    () => undefined,
  );

async function giveAll(path: string, user: ServerUser): Promise<void> {
  // The top goes last: it is what shows that the work is not finished.
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (entry.isDirectory()) await giveAll(join(path, entry.name), user);
    else await lchown(join(path, entry.name), user.uid, user.gid);
  }
  await lchown(path, user.uid, user.gid);
}

function explainForeign(folder: string): (reason: NodeJS.ErrnoException) => never {
  return (reason) => {
    if (reason.code !== "EACCES") throw reason;
    throw new Error(
      `The database in ${folder} belongs to another user (it was probably started as root). ` +
        "Start Lintel as that user again, or give the folder to this one: chown -R, while Lintel is stopped.",
    );
  };
}
