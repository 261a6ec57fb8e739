import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { open, rename, rmdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import type { Log } from "../log.js";
import { type Address, listenSettings, writeAccessRules } from "./address.js";
import type { Binaries } from "./binaries.js";
import { childEnvironment } from "./child-environment.js";
import { describeFullDisk } from "./disk-space.js";
import { claimForThisSystem, refuseForeignServer } from "./foreign-server.js";
import { disarmStalePidFile, serves } from "./postmaster.js";
import { asUser, type ServerUser } from "./server-user.js";
import { asArguments, type ServerSettings } from "./settings.js";

const run = promisify(execFile);
const largestLog = 10 * 1024 * 1024;

export interface ServerPlace {
  homeFolder: string;
  cluster: string;
  serverUser: ServerUser | undefined;
  binaries: Binaries;
  settings: ServerSettings;
  /** Whether the server is reached by a unix socket; otherwise by a loopback port and a password. */
  sockets: boolean;
  log: Log;
}

/** A server of ours on its way up. */
export interface StartingServer {
  readonly exited: boolean;
  /** What it wrote to its log since it was started. */
  complaint(): Promise<string>;
}

export async function startServer(place: ServerPlace, address: Address): Promise<StartingServer> {
  const { homeFolder, cluster, serverUser, binaries, settings } = place;
  await refuseForeignServer(place);
  await disarmStalePidFile(cluster);
  await claimForThisSystem(homeFolder);
  await writeAccessRules(cluster, serverUser, address);
  const log = await openLog(join(homeFolder, "server.log"), serverUser);
  try {
    const child = spawn(
      binaries.postgres,
      ["-D", cluster, ...asArguments({ ...settings, ...listenSettings(address) })],
      {
        cwd: homeFolder,
        env: childEnvironment(),
        // A session of its own: a Ctrl-C in our terminal must not stop it before our requests are done.
        detached: true,
        windowsHide: true,
        stdio: ["ignore", log.handle.fd, log.handle.fd],
        ...asUser(serverUser),
      },
    );
    await once(child, "spawn");
    child.unref();
    return watch(child, log.path, log.size);
  } finally {
    await log.handle.close();
  }
}

function watch(child: ChildProcess, logPath: string, logSize: number): StartingServer {
  return {
    get exited() {
      return child.exitCode !== null || child.signalCode !== null;
    },
    async complaint() {
      const handle = await open(logPath, "r");
      try {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(8192), 0, 8192, logSize);
        return buffer.toString("utf8", 0, bytesRead).trim();
      } finally {
        await handle.close();
      }
    },
  };
}

async function openLog(path: string, user: ServerUser | undefined) {
  const found = await stat(path).catch(() => undefined);
  if (found && found.size > largestLog) await rename(path, `${path}.1`);
  const handle = await open(path, "a", 0o600);
  if (user) await handle.chown(user.uid, user.gid);
  return { handle, path, size: (await handle.stat()).size };
}

export async function describeStartFailure(place: ServerPlace, said: string): Promise<string> {
  const full = await describeFullDisk(place.homeFolder, said);
  return (
    full ??
    `The embedded PostgreSQL did not start on ${place.cluster}. It said: ${said || "nothing"}. Its log is ${join(place.homeFolder, "server.log")}.`
  );
}

/** Stops a server of which the caller knows that it runs and that nobody else uses it. */
export async function stopServer(place: ServerPlace, pid: number, address: Address): Promise<void> {
  await askToStop(place, pid, "fast");
  if (!(await gone(pid, place.cluster, 30_000))) {
    // The next start recovers from the log, as after a crash.
    await askToStop(place, pid, "immediate");
    await gone(pid, place.cluster, 10_000);
  }
  // Stays when another process started a server there meanwhile.
  if ("socketFolder" in address) await rmdir(address.socketFolder).catch(() => undefined);
}

async function askToStop(place: ServerPlace, pid: number, mode: "fast" | "immediate"): Promise<void> {
  if (process.platform === "win32") {
    await run(place.binaries.pgCtl, ["stop", "-D", place.cluster, "-m", mode, "-W"], { windowsHide: true });
    return;
  }
  try {
    process.kill(pid, mode === "fast" ? "SIGINT" : "SIGQUIT");
  } catch (reason) {
    if ((reason as NodeJS.ErrnoException).code !== "ESRCH") throw reason;
  }
}

async function gone(pid: number, cluster: string, patience: number): Promise<boolean> {
  const end = Date.now() + patience;
  while (await serves(pid, cluster)) {
    if (Date.now() > end) return false;
    await delay(10);
  }
  return true;
}
