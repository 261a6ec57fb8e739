import { createHash } from "node:crypto";
import { mkdir, readFile, realpath, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "../log.js";
import { clusterIn, clusterVersion } from "./cluster.js";
import { type DataVersion, readDataVersion, writeDataVersion } from "./data-version.js";

/** For data folders that root can reach and the server's user cannot. */
const homesOfRoot = "/var/lib/lintel";

const ownerFile = (folder: string): string => join(folder, "data-folder");

/**
 * Makes the place for a cluster that cannot live in its data folder. VERSION points to it before the cluster
 * is made, so a cluster there without a VERSION here means that the data folder was deleted and made anew.
 */
export async function claimOutsideHome(dataFolder: string, log: Log): Promise<string> {
  const owner = await realpath(dataFolder);
  const folder = join(homesOfRoot, createHash("sha256").update(owner).digest("hex").slice(0, 16));
  if ((await clusterVersion(clusterIn(folder))) !== undefined) {
    const aside = `${folder}.${new Date().toISOString().replace(/\W/g, "")}`;
    await rename(folder, aside);
    log.warn(`An earlier data folder at ${owner} left its database behind; it is kept in ${aside}.`);
  }
  await mkdir(folder, { recursive: true, mode: 0o711 });
  await writeFile(ownerFile(folder), owner);
  await writeDataVersion(dataFolder, folder);
  log.warn(
    `The database is kept in ${folder}: PostgreSQL does not run as root, and its user cannot reach ${dataFolder}.`,
  );
  return folder;
}

/** Refuses a record that leads nowhere, or to the database of the folder this one was copied from. */
export async function checkOutsideHome(dataFolder: string, folder: string): Promise<void> {
  const owner = await readFile(ownerFile(folder), "utf8").catch(refuseMissing(dataFolder, folder));
  const here = await realpath(dataFolder);
  if (owner === here) return;
  const elsewhere = await readDataVersion(owner).catch((): DataVersion | undefined => undefined);
  if (elsewhere?.postgresFolder === folder) {
    throw new Error(
      `The database in ${folder} belongs to ${owner}, of which ${dataFolder} looks like a copy. ` +
        `To start with an empty database here, delete ${join(dataFolder, "VERSION")}.`,
    );
  }
  await writeFile(ownerFile(folder), here);
}

function refuseMissing(dataFolder: string, folder: string): (reason: NodeJS.ErrnoException) => never {
  return (reason) => {
    if (reason.code !== "ENOENT") throw reason;
    throw new Error(
      `The database of ${dataFolder} was kept in ${folder} (see the file VERSION), and is not there any more. ` +
        `Bring that folder back, or delete ${join(dataFolder, "VERSION")} to start with an empty database.`,
    );
  };
}
