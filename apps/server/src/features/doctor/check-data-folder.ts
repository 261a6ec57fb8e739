import { constants } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { readDataVersion } from "../../db/embedded/data-version.js";
import { type Check, failed, messageOf, passed } from "./check.js";

const name = "Data folder";
const leastFree = 512 * 1024 * 1024;

export async function checkDataFolder(dataFolder: string): Promise<Check> {
  const folder = resolve(dataFolder);
  const found = await nearestThatExists(folder);
  try {
    await access(found, constants.W_OK | constants.X_OK);
  } catch {
    return failed(
      name,
      `${found} cannot be written by this user`,
      "Give the folder to this user (chown), run as its owner, or point LINTEL_DATA at another folder.",
    );
  }
  const free = await freeIn(found);
  if (free < leastFree) {
    return failed(
      name,
      `${inMegabytes(free)} left on the disk of ${found}`,
      "Free some space, or point LINTEL_DATA at another disk.",
    );
  }
  try {
    const version = await readDataVersion(folder);
    const age = version ? `written by Lintel ${version.lintel}` : "empty, to be filled at the first start";
    return passed(name, `${folder}, ${age}, ${inMegabytes(free)} free`);
  } catch (reason) {
    return failed(name, messageOf(reason), "Use the data folder with the version of Lintel that wrote it.");
  }
}

async function nearestThatExists(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => undefined);
  return found || dirname(folder) === folder ? folder : nearestThatExists(dirname(folder));
}

async function freeIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

const inMegabytes = (bytes: number): string => `${Math.floor(bytes / 1024 / 1024)} MB`;

/** The secret signs sessions and encrypts what is stored, so only the owner may read it. */
export async function checkSecret(dataFolder: string): Promise<Check> {
  const file = join(resolve(dataFolder), "secret");
  const found = await stat(file).catch(() => undefined);
  if (!found) return passed("Secret", "none kept in the data folder");
  const mode = found.mode & 0o777;
  // Windows has no such modes and shows the same ones for every file.
  if (process.platform === "win32" || (mode & 0o077) === 0)
    return passed("Secret", `${file}, its owner's alone`);
  return failed("Secret", `${file} is open to other users (mode ${mode.toString(8)})`, `chmod 600 ${file}`);
}
