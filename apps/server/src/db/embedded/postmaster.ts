import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { readFile, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { isRunning } from "./is-running.js";

const run = promisify(execFile);

/** A server as its `postmaster.pid` describes it. The later fields are missing while it starts. */
export interface Postmaster {
  pid: number;
  port: number | undefined;
  socketFolder: string | undefined;
}

const pidFile = (cluster: string): string => join(cluster, "postmaster.pid");

export async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(pidFile(cluster), "utf8").catch(() => "");
  const [pid, , , port, socketFolder] = text.split("\n");
  const number = Math.abs(Number.parseInt(pid ?? "", 10));
  if (!number) return undefined;
  return { pid: number, port: Number(port) || undefined, socketFolder: socketFolder || undefined };
}

/** The server that runs on the cluster now. A pid file alone proves nothing: its number may be reused. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const postmaster = await readPostmaster(cluster);
  return postmaster && (await serves(postmaster.pid, cluster)) ? postmaster : undefined;
}

/** Whether the process is a PostgreSQL server of this cluster. In doubt yes: a second one would be the worse error. */
export async function serves(pid: number, cluster: string): Promise<boolean> {
  if (!isRunning(pid)) return false;
  if (process.platform === "linux") return servesOnLinux(pid, cluster);
  const [program, ...options] =
    process.platform === "win32"
      ? ["tasklist", "/NH", "/FI", `PID eq ${pid}`]
      : ["ps", "-ww", "-o", "command=", "-p", String(pid)];
  const { stdout } = await run(program ?? "ps", options).catch(() => ({ stdout: "" }));
  return /postgres/i.test(stdout);
}

async function servesOnLinux(pid: number, cluster: string): Promise<boolean> {
  // A dead process that nobody has reaped still answers signals, but has no command line any more.
  const commandLine = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  if (basename(commandLine.split("\0")[0] ?? "") !== "postgres") return false;
  try {
    // The server works in its data folder, under whatever name that has by now.
    const [working, ours] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(cluster)]);
    return working.ino === ours.ino && working.dev === ours.dev;
  } catch {
    return isRunning(pid);
  }
}

/** Above what any system hands out, so certainly nobody's. */
const nobodysPid = 99_999_999;

/**
 * PostgreSQL refuses to start while the number in a stale pid file belongs to any process of its user. Only the
 * number is replaced: with the rest of the file it still checks that no orphan of the old server holds its memory.
 */
export async function disarmStalePidFile(cluster: string): Promise<void> {
  await removeEmptyPidFile(cluster);
  const stale = await readPostmaster(cluster);
  if (!stale || !isRunning(stale.pid) || (await serves(stale.pid, cluster))) return;
  // In one breath, because another process of ours may be starting a server right now.
  const text = readFileSync(pidFile(cluster), "utf8");
  if (Math.abs(Number.parseInt(text, 10)) !== stale.pid) return;
  writeFileSync(pidFile(cluster), text.replace(/^-?\d+/, String(nobodysPid)));
}

/** A power loss can leave the file without its content, which PostgreSQL takes for a server that is starting. */
async function removeEmptyPidFile(cluster: string): Promise<void> {
  const found = await stat(pidFile(cluster)).catch(() => undefined);
  if (found?.size === 0 && Date.now() - found.mtimeMs > 2_000) await rm(pidFile(cluster), { force: true });
}
