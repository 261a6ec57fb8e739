import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * The secret of a service whose operator set none: made once and kept in the data folder, where only the owner of
 * the process may read it. Of two processes that start together the second uses what the first wrote.
 */
export async function keptSecret(dataFolder: string): Promise<string> {
  const file = join(dataFolder, "secret");
  await mkdir(dataFolder, { recursive: true });
  if (!existsSync(file)) await make(file);
  const secret = (await readFile(file, "utf8")).trim();
  if (secret.length >= 32) return secret;
  throw new Error(
    `The secret in ${file} is ${secret.length} characters long, but it was written with 43. Put the former file back, or set LINTEL_SECRET; with a new secret everyone has to sign in again.`,
  );
}

/** Written whole under another name first, so that nobody ever reads half of it. */
async function make(file: string): Promise<void> {
  const draft = `${file}.${randomBytes(4).toString("hex")}`;
  await writeFile(draft, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600 });
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(draft);
  }
}
