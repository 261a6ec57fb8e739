import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fixed, type Row } from "./measure.js";
import { root } from "./processes.js";

/** `npm ci` of a fresh clone, whose packages npm has in its cache. */
export async function measureInstall(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "lintel-install-"));
  try {
    execFileSync("git", ["clone", "--quiet", root, folder]);
    const install = () =>
      execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder, stdio: "pipe" });
    install();
    const since = performance.now();
    install();
    const seconds = (performance.now() - since) / 1_000;
    const used = execFileSync("du", ["-sk", ...findFolders(folder)], { cwd: folder }).toString();
    const megabytes =
      used.split("\n").reduce((sum, line) => sum + Number(line.split("\t")[0] || 0), 0) / 1024;
    return [
      {
        figure: "`npm ci` of the whole workspace: packages on disk",
        must: "900 MB",
        aim: "500 MB",
        measured: `${fixed(megabytes, 0)} MB`,
        isReached: megabytes <= 900,
      },
      {
        figure: "`npm ci` with a warm cache",
        must: "60 s",
        aim: "30 s",
        measured: `${fixed(seconds, 0)} s`,
        isReached: seconds <= 60,
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function findFolders(folder: string): string[] {
  const found = execFileSync("find", [folder, "-name", "node_modules", "-prune", "-type", "d"]).toString();
  return found.split("\n").filter(Boolean);
}
