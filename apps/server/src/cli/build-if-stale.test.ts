import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, unlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const bin = fileURLToPath(new URL("../../bin", import.meta.url));
const modules = fileURLToPath(new URL("../../../../node_modules", import.meta.url));
const compilerOptions = {
  composite: true,
  rootDir: "src",
  outDir: "dist",
  module: "nodenext",
  target: "es2023",
};

let root: string;

/** A clone with one project, whose only command prints what its source says. */
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "lintel-build-"));
  const project = join(root, "apps/server");
  await mkdir(join(project, "src/cli"), { recursive: true });
  await cp(bin, join(project, "bin"), { recursive: true });
  await symlink(modules, join(root, "node_modules"));
  const json = (value: unknown) => JSON.stringify(value);
  await writeFile(join(root, "tsconfig.json"), json({ files: [], references: [{ path: "apps/server" }] }));
  await writeFile(join(project, "tsconfig.json"), json({ compilerOptions, include: ["src"] }));
  await writeFile(join(project, "package.json"), json({ type: "module" }));
  await say("first");
});
afterEach(() => rm(root, { recursive: true }));

const source = () => join(root, "apps/server/src/cli/run.ts");

/** Writes the source with a time of its own, because tests are faster than the clocks of some file systems. */
async function say(word: string, ageSeconds = 100): Promise<void> {
  await writeFile(source(), `export async function run(): Promise<void> { console.log("${word}"); }\n`);
  const at = new Date(Date.now() - ageSeconds * 1_000);
  await utimes(source(), at, at);
}

function lintel() {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "apps/server/bin/lintel.js")], {
    encoding: "utf8",
  });
  return { status, stdout: stdout.trim(), stderr: stderr.trim() };
}

test("a fresh clone is built by its first command, and not again by the next", () => {
  expect(lintel()).toEqual({ status: 0, stdout: "first", stderr: "Building Lintel…" });
  expect(lintel()).toEqual({ status: 0, stdout: "first", stderr: "" });
});

test("a newer source is built before the command runs", async () => {
  lintel();
  await say("second", -1);
  expect(lintel()).toEqual({ status: 0, stdout: "second", stderr: "Building Lintel…" });
});

test("what somebody removed is built again", async () => {
  lintel();
  await rm(join(root, "apps/server/dist"), { recursive: true });
  expect(lintel()).toMatchObject({ status: 0, stdout: "first" });
});

test("without the compiler what is built runs, however old it is", async () => {
  lintel();
  await say("second", -1);
  await unlink(join(root, "node_modules"));
  expect(lintel()).toEqual({ status: 0, stdout: "first", stderr: "" });
  await rm(join(root, "apps/server/dist"), { recursive: true });
  expect(lintel()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("Run `npm ci` without `--omit=dev`"),
  });
});

test("a source with an error runs nothing", async () => {
  lintel();
  await writeFile(source(), 'export const run: number = "text";\n');
  await utimes(source(), new Date(), new Date(Date.now() + 1_000));
  expect(lintel()).toMatchObject({
    status: 1,
    stdout: "",
    stderr: expect.stringContaining("The build failed"),
  });
});
