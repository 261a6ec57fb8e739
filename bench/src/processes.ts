import { type ChildProcessByStdio, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { Count, Order } from "./hammer.js";

export type Child = ChildProcessByStdio<Writable, Readable, null>;

interface StartOptions {
  core?: string;
  env?: Record<string, string>;
  cwd?: string;
  /** Where its standard error goes: a file, or ours. */
  log?: number;
}

export const root = fileURLToPath(new URL("../..", import.meta.url));

const canPin = (() => {
  try {
    execFileSync("taskset", ["-c", "0", "true"]);
    return availableParallelism() > 1;
  } catch {
    return false;
  }
})();

/** The core of what is measured, and the core of who measures. */
export const cores = { server: "0", load: "1" };
export const pinning = canPin
  ? "server and its database on one core, load from another"
  : "not pinned to cores";

function pinned(core: string, command: string[]): [string, string[]] {
  const [program = "", ...rest] = canPin ? ["taskset", "-c", core, ...command] : command;
  return [program, rest];
}

export function start(
  command: string[],
  { core = cores.server, env = {}, cwd = root, log }: StartOptions = {},
): Child {
  const [program, rest] = pinned(core, command);
  return spawn(program, rest, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", log ?? "inherit"],
  }) as Child;
}

export async function stop(child: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

/** Waits for a line of the child's output, and goes on reading what follows so that it never stands still. */
export function lineOf(child: Child, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const read = (chunk: Buffer): void => {
      text += chunk.toString();
      const line = text.split("\n").find((one) => pattern.test(one));
      if (line === undefined) return;
      child.stdout.off("data", read).resume();
      child.off("exit", fail);
      resolve(line);
    };
    const fail = (code: number | null): void =>
      reject(new Error(`Ended with ${code} before it said ${pattern}:\n${text}`));
    child.stdout.on("data", read);
    child.once("exit", fail);
  });
}

const typescript = (file: string): string[] => [
  process.execPath,
  "--import",
  "tsx",
  fileURLToPath(new URL(file, import.meta.url)),
];

export const startTypescript = (file: string, core: string): Child => start(typescript(file), { core });

export async function load(order: Order): Promise<Count> {
  const child = start([...typescript("hammer.ts"), JSON.stringify(order)], { core: cores.load });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  await once(child, "exit");
  const count = JSON.parse(text) as Count;
  if (count.wrong) throw new Error(`Wrong answer to ${order.path}: ${count.wrong}`);
  return count;
}

const ofStatus = (pid: number, name: string): number => {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0) * 1024;
};

export const memoryOf = (pid: number): number => ofStatus(pid, "VmRSS");

/** The largest memory since it was last forgotten. */
export const peakMemoryOf = (pid: number): number => ofStatus(pid, "VmHWM");

export const processorSecondsOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
};
