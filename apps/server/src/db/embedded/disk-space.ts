import { statfs } from "node:fs/promises";

const leastToRun = 32 * 1024 * 1024;

export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** A sentence when what PostgreSQL said, or what is left on the disk, shows that the disk is full. */
export async function describeFullDisk(folder: string, said: string): Promise<string | undefined> {
  const free = await freeBytes(folder).catch(() => undefined);
  if (!/no space left|disk quota exceeded/i.test(said) && (free === undefined || free > leastToRun)) {
    return undefined;
  }
  const left = free === undefined ? "an unknown amount" : `${Math.floor(free / 1024 / 1024)} MB`;
  return `The disk that holds ${folder} is full (${left} left). A new database needs about 100 MB: free some space, or point LINTEL_DATA at another disk.`;
}
