import { execFile } from "node:child_process";
import { access, chmod, cp, lstat, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Log } from "../log.js";
import { findNativePackage, type NativePackage, useYourOwnServer } from "./native-package.js";
import { makeScratchFolder } from "./scratch-folder.js";
import { asUser, type ServerUser } from "./server-user.js";

const run = promisify(execFile);

export interface Binaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
  /** As the server says it, e.g. "18.4". */
  version: string;
}

interface Request {
  /** A folder that the server's user reaches and we may write: copies of the binaries go there. */
  homeFolder: string;
  serverUser: ServerUser | undefined;
  log: Log;
  nativePackage?: NativePackage;
}

/** Binaries that run as the server's user: those in node_modules, or else a copy beside the cluster. */
export async function prepareBinaries(request: Request): Promise<Binaries> {
  const native = request.nativePackage ?? findNativePackage();
  const copy = join(request.homeFolder, `native-${native.version}`);
  const inPlace = await linkLibraries(native.folder).then(
    () => tryBinaries(native.folder, request),
    (reason: unknown) => new Error(`its libraries cannot be linked (${String(reason)})`),
  );
  if (!(inPlace instanceof Error)) return inPlace;
  if (!(await exists(copy))) {
    request.log.info(`PostgreSQL's binaries cannot run from ${native.folder}; copying them to ${copy}.`);
    await copyBinaries(native.folder, copy);
  }
  const copied = await tryBinaries(copy, request);
  if (copied instanceof Error) throw copied;
  return copied;
}

async function tryBinaries(folder: string, { serverUser, homeFolder }: Request): Promise<Binaries | Error> {
  const suffix = process.platform === "win32" ? ".exe" : "";
  const path = (name: string) => join(folder, "bin", name + suffix);
  try {
    const { stdout } = await run(path("postgres"), ["--version"], {
      cwd: homeFolder,
      ...asUser(serverUser),
    });
    const version = /(\d+\.\d+)/.exec(stdout)?.[1] ?? stdout.trim();
    return { initdb: path("initdb"), postgres: path("postgres"), pgCtl: path("pg_ctl"), version };
  } catch (reason) {
    return startFailure(path("postgres"), reason);
  }
}

async function startFailure(binary: string, reason: unknown): Promise<Error> {
  const { code, stderr } = reason as { code?: string | number; stderr?: string };
  // The kernel reports a missing loader of the binary as if the binary itself were missing.
  if (code === "ENOENT" && (await exists(binary))) {
    return new Error(
      `The embedded PostgreSQL (${binary}) is built for glibc, which this system lacks, as Alpine and others on musl do. ${useYourOwnServer}`,
    );
  }
  const said = stderr?.trim() || (reason instanceof Error ? reason.message : String(reason));
  return new Error(`The embedded PostgreSQL does not start (${binary}): ${said}. ${useYourOwnServer}`);
}

/** npm leaves symbolic links out of packages and may be told to run no install script that makes them. */
async function linkLibraries(nativeFolder: string): Promise<void> {
  const list = await readFile(join(nativeFolder, "pg-symlinks.json"), "utf8").catch(() => "[]");
  const links = JSON.parse(list) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const place = join(nativeFolder, target.replace(/^native\//, ""));
    if (await lstat(place).catch(() => undefined)) continue;
    await symlink(basename(source), place).catch((reason: NodeJS.ErrnoException) => {
      // Another process starting at the same moment made it.
      if (reason.code !== "EEXIST") throw reason;
    });
  }
}

async function copyBinaries(from: string, to: string): Promise<void> {
  const parent = dirname(to);
  for (const name of await readdir(parent)) {
    if (name.startsWith("native-")) await rm(join(parent, name), { recursive: true, force: true });
  }
  const scratch = await makeScratchFolder(parent);
  try {
    await cp(from, scratch, { recursive: true, verbatimSymlinks: true });
    await chmod(scratch, 0o755);
    await linkLibraries(scratch);
    await rename(scratch, to);
  } catch (reason) {
    await rm(scratch, { recursive: true, force: true });
    // Another process starting at the same moment finished its copy first.
    if (!(await exists(to))) throw reason;
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
