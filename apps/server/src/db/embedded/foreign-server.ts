import { readFile, readlink, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../log.js";
import { readPostmaster } from "./postmaster.js";

/*
 * Process numbers mean nothing outside the machine or container that gave them, and neither PostgreSQL's pid
 * file nor its shared memory shows a server that runs in another one on the same folder. So every process of
 * ours that uses the server moves the time of a file once a second, and the file says where the server runs.
 */
const file = (homeFolder: string): string => join(homeFolder, "in-use");
const beat = 1_000;
const patience = 5 * beat;

async function thisSystem(): Promise<string> {
  const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => hostname());
  const processes = await readlink("/proc/self/ns/pid").catch(() => "");
  return `${boot.trim()} ${processes}`.trim();
}

export const claimForThisSystem = async (homeFolder: string): Promise<void> =>
  writeFile(file(homeFolder), await thisSystem(), { mode: 0o600 });

/** Shows others that the server is in use, until the signal says that it no longer is. */
export function keepBeating(homeFolder: string, signal: AbortSignal): void {
  const timer = setInterval(() => {
    const now = new Date();
    // Failing costs only what the beat is for, and a full disk is reported by whoever needs it.
    utimes(file(homeFolder), now, now).catch(() => undefined);
  }, beat).unref();
  signal.addEventListener("abort", () => clearInterval(timer), { once: true });
}

/** Called when no server runs here: makes sure that the unfinished business in the folder is not somebody else's. */
export async function refuseForeignServer(place: {
  homeFolder: string;
  cluster: string;
  log: Log;
}): Promise<void> {
  const { homeFolder, cluster, log } = place;
  if (!(await readPostmaster(cluster))) return;
  const holder = await readFile(file(homeFolder), "utf8").catch(() => undefined);
  if (holder === undefined || holder === (await thisSystem())) return;
  log.info(`The database in ${cluster} was last used elsewhere and not closed; seeing whether it still is.`);
  const before = await lastBeat(homeFolder);
  for (const end = Date.now() + patience; Date.now() < end; await delay(beat / 4)) {
    if ((await lastBeat(homeFolder)) === before) continue;
    throw new Error(
      `The database in ${cluster} is in use by Lintel on another machine or in another container. Two servers on one folder would destroy it: ` +
        "stop the other one, give this one a folder of its own (LINTEL_DATA), or let both use one PostgreSQL server (DATABASE_URL).",
    );
  }
}

const lastBeat = async (homeFolder: string): Promise<number> =>
  (await stat(file(homeFolder)).catch(() => undefined))?.mtimeMs ?? 0;
