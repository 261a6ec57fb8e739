import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { isRunning } from "./is-running.js";

const pattern = /^unfinished-(\d+)-/;
const longestWork = 10 * 60_000;

/**
 * Whatever takes several steps to make is made in a folder with this name and renamed when finished, so that
 * a name without it always means a whole thing, whenever its maker was killed.
 */
export const makeScratchFolder = (parent: string): Promise<string> =>
  mkdtemp(join(parent, `unfinished-${process.pid}-`));

/** Removes what killed processes left half made, and leaves alone what a living one is making now. */
export async function removeUnfinished(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const maker = Number(pattern.exec(name)?.[1]);
    if (Number.isNaN(maker)) continue;
    const folder = join(parent, name);
    if (maker === process.pid || !isRunning(maker) || (await age(folder)) > longestWork) {
      // An initdb that outlived its starter may still be writing there.
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  }
}

async function age(folder: string): Promise<number> {
  const made = await stat(folder).catch(() => undefined);
  return made ? Date.now() - made.mtimeMs : 0;
}
