import { execFile } from "node:child_process";
import { access, chmod, cp, lstat, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Log } from "../log.js";
import { childEnvironment } from "./child-environment.js";
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
  try {
    await linkLibraries(native.folder);
    return await tryBinaries(native.folder, request);
  } catch (reason) {
    if (!isAboutAccess(reason)) throw await explain(native.folder, reason);
  }
  const copy = join(request.homeFolder, `native-${native.version}`);
  if (!(await exists(copy))) {
    request.log.info(`PostgreSQL's user cannot run it from ${native.folder}; copying it to ${copy}.`);
    await copyBinaries(native.folder, copy);
  }
  return tryBinaries(copy, request).catch(async (reason: unknown) => {
    throw await explain(copy, reason);
  });
}

/** The version of the installed binaries, as far as this user can run them. */
export async function runnableVersion(): Promise<string> {
  const { folder } = findNativePackage();
  await linkLibraries(folder).catch(() => undefined);
  try {
    return (await tryBinaries(folder, { homeFolder: folder, serverUser: undefined })).version;
  } catch (reason) {
    throw await explain(folder, reason);
  }
}

async function tryBinaries(
  folder: string,
  { serverUser, homeFolder }: Pick<Request, "serverUser" | "homeFolder">,
): Promise<Binaries> {
  const { stdout } = await run(binary(folder, "postgres"), ["--version"], {
    cwd: homeFolder,
    env: childEnvironment(),
    ...asUser(serverUser),
  });
  return {
    initdb: binary(folder, "initdb"),
    postgres: binary(folder, "postgres"),
    pgCtl: binary(folder, "pg_ctl"),
    version: /\d+\.\d+/.exec(stdout)?.[0] ?? stdout.trim(),
  };
}

const binary = (folder: string, name: string): string =>
  join(folder, "bin", process.platform === "win32" ? `${name}.exe` : name);

const isAboutAccess = (reason: unknown): boolean =>
  ["EACCES", "EPERM", "EROFS"].includes((reason as NodeJS.ErrnoException).code ?? "");

async function explain(folder: string, reason: unknown): Promise<Error> {
  const { code, stderr } = reason as { code?: string | number; stderr?: string };
  const postgres = binary(folder, "postgres");
  // The kernel reports a missing loader of the binary as if the binary itself were missing.
  if (code === "ENOENT" && (await exists(postgres))) {
    return new Error(
      `The embedded PostgreSQL (${postgres}) is built for glibc, which this system lacks, as Alpine and others on musl do. ${useYourOwnServer}`,
    );
  }
  const said = stderr?.trim() || (reason instanceof Error ? reason.message : String(reason));
  return new Error(`The embedded PostgreSQL does not start (${postgres}): ${said}. ${useYourOwnServer}`);
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
    for (const name of await readdir(join(scratch, "bin"))) await chmod(join(scratch, "bin", name), 0o755);
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
