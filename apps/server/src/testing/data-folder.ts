import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findPostmaster } from "../db/embedded/postmaster.js";
import { waitUntil } from "./wait-until.js";

/** An empty data folder that every user can pass through, as one is in its place of use. */
export async function newDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "lintel-data-"));
  await chmod(folder, 0o711);
  return folder;
}

/** Stops the server that a test left behind on the folder, and removes all of it. */
export async function removeDataFolder(folder: string, cluster = clusterOf(folder)): Promise<void> {
  const postmaster = await findPostmaster(cluster);
  if (postmaster) {
    process.kill(postmaster.pid, "SIGQUIT");
    await waitUntil(async () => (await findPostmaster(cluster)) === undefined);
    if (postmaster.socketFolder) await rm(postmaster.socketFolder, { recursive: true, force: true });
  }
  await rm(folder, { recursive: true, force: true });
}

export const clusterOf = (folder: string): string => join(folder, "postgres", "cluster");

export const postmasterPid = async (folder: string): Promise<number> =>
  Number.parseInt(await readFile(join(clusterOf(folder), "postmaster.pid"), "utf8"), 10);
