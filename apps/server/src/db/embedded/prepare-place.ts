import { rmdir } from "node:fs/promises";
import { resolve } from "node:path";
import type { Log } from "../log.js";
import { ensurePassword, socketsExist } from "./address.js";
import { type Binaries, prepareBinaries } from "./binaries.js";
import { clusterIn, clusterVersion, makeCluster } from "./cluster.js";
import { describeFullDisk } from "./disk-space.js";
import { findHome, recordHome } from "./home.js";
import { removeUnfinished } from "./scratch-folder.js";
import type { ServerPlace } from "./server.js";
import type { ServerSettings } from "./settings.js";

/** A cluster that is there and whole, and binaries that run on it. */
export async function preparePlace(options: {
  dataFolder: string;
  log: Log;
  settings?: ServerSettings;
  sockets?: boolean;
}): Promise<ServerPlace> {
  const { log, settings = {}, sockets = socketsExist } = options;
  const dataFolder = resolve(options.dataFolder);
  const { folder: homeFolder, serverUser } = await findHome(dataFolder, log);
  const cluster = clusterIn(homeFolder);
  try {
    await removeUnfinished(homeFolder);
    const binaries = await prepareBinaries({ homeFolder, serverUser, log });
    const version = await clusterVersion(cluster);
    if (version === undefined) {
      const passwordFile = sockets ? undefined : (await ensurePassword(homeFolder, serverUser)).file;
      await makeCluster({ homeFolder, binaries, serverUser, log, passwordFile });
    } else {
      refuseOtherVersion(cluster, version, binaries);
    }
    await recordHome(dataFolder);
    return { homeFolder, cluster, serverUser, binaries, settings, sockets, log };
  } catch (reason) {
    await rmdir(homeFolder).catch(() => undefined);
    if ((reason as NodeJS.ErrnoException).code !== "ENOSPC") throw reason;
    throw new Error(await describeFullDisk(dataFolder, "no space left"), { cause: reason });
  }
}

function refuseOtherVersion(cluster: string, version: number, binaries: Binaries): void {
  if (version === Number.parseInt(binaries.version, 10)) return;
  throw new Error(
    `The database in ${cluster} was made by PostgreSQL ${version}; this program brings PostgreSQL ${binaries.version}, which cannot read it. ` +
      "Run the version of Lintel that made it, take a backup there (lintel backup), and restore that here.",
  );
}
