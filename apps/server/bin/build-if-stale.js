import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The clone that this file stands in; an installed package has no sources and is built already. */
const root = fileURLToPath(new URL("../../..", import.meta.url));
const entry = fileURLToPath(new URL("../dist/cli/run.js", import.meta.url));
const stamp = fileURLToPath(new URL("../dist/.built", import.meta.url));

/**
 * Compiles the workspace where a source changed since the last time, and says whether there is something to run. It
 * looks at times alone, because it stands before every command.
 */
export async function buildIfStale() {
  const config = join(root, "tsconfig.json");
  if (!existsSync(config)) return true;
  const projects = referencedProjects(config);
  const newest = Math.max(...projects.map(newestSource), statSync(config).mtimeMs);
  const isThere = existsSync(entry) && projects.every((project) => existsSync(join(project, "dist")));
  if (isThere && existsSync(stamp) && Number(readFileSync(stamp, "utf8")) >= newest) return true;
  const compiler = findCompiler();
  if (!compiler && isThere) return true;
  if (!compiler) {
    console.error(
      "Lintel is not built, and there is no compiler here. Run `npm ci` without `--omit=dev` first.",
    );
    return false;
  }
  console.error("Building Lintel…");
  // What the compiler remembers of an earlier build does not tell it that somebody removed the result.
  const force = isThere ? [] : ["--force"];
  const { status } = spawnSync(process.execPath, [compiler, "--build", ...force, root], {
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) {
    console.error(
      "The build failed; what is wrong stands above. Correct it, or check out a released version.",
    );
    return false;
  }
  writeFileSync(stamp, String(newest));
  return true;
}

function referencedProjects(config) {
  const { references } = JSON.parse(readFileSync(config, "utf8"));
  return references.map(({ path }) => join(root, path));
}

/** When the last file changed that the compiler reads. */
function newestSource(project) {
  const sources = readdirSync(join(project, "src"), { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && file.name.endsWith(".ts") && !file.name.endsWith(".test.ts"))
    .map((file) => join(file.parentPath ?? file.path, file.name));
  return Math.max(...[join(project, "tsconfig.json"), ...sources].map((file) => statSync(file).mtimeMs));
}

function findCompiler() {
  try {
    const manifest = createRequire(import.meta.url).resolve("typescript/package.json");
    const compiler = join(manifest, "..", "bin", "tsc");
    return existsSync(compiler) ? compiler : undefined;
  } catch {
    return undefined;
  }
}
