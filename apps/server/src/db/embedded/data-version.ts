import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { z } from "zod";

/** Raised when older programs could no longer read the folder. */
export const dataFormat = 1;

const schema = z.object({
  format: z.number().int(),
  lintel: z.string(),
  /** Where the cluster is: when it could not be in the data folder itself. */
  postgresFolder: z.string().optional(),
});

export type DataVersion = z.infer<typeof schema>;

export const programVersion: string = (
  createRequire(import.meta.url)("../../../package.json") as { version: string }
).version;

const fileIn = (dataFolder: string): string => join(dataFolder, "VERSION");

/** Reads which program wrote the folder, and refuses one written by a program that is too new for this one. */
export async function readDataVersion(dataFolder: string): Promise<DataVersion | undefined> {
  const file = fileIn(dataFolder);
  const text = await readFile(file, "utf8").catch((reason: NodeJS.ErrnoException) => {
    if (reason.code === "ENOENT") return undefined;
    throw reason;
  });
  if (text === undefined) return undefined;
  const found = parse(text);
  if (!found) throw new Error(`${file} is not readable: ${text.slice(0, 100)}. Restore it from a backup.`);
  if (found.format > dataFormat) {
    throw new Error(
      `The data folder ${dataFolder} was written by Lintel ${found.lintel} (format ${found.format}); this is Lintel ${programVersion} (format ${dataFormat}), which cannot read it. ` +
        `Run Lintel ${found.lintel} or newer, or point LINTEL_DATA at another folder.`,
    );
  }
  return found;
}

function parse(text: string): DataVersion | undefined {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export async function writeDataVersion(dataFolder: string, postgresFolder?: string): Promise<void> {
  const version: DataVersion = {
    format: dataFormat,
    lintel: programVersion,
    ...(postgresFolder ? { postgresFolder } : {}),
  };
  const next = join(dataFolder, `VERSION.${randomBytes(4).toString("hex")}`);
  await writeFile(next, `${JSON.stringify(version)}\n`);
  await rename(next, fileIn(dataFolder));
}
