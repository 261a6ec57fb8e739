import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { recordLog, recordSecretsIn } from "./log-record.js";
import { waitUntil } from "./wait-until.js";

const main = fileURLToPath(new URL("./command-process.ts", import.meta.url));

/** A command of the program in a process of its own, as an operator calls it. */
export class Command {
  stdout = "";
  stderr = "";

  private constructor(readonly child: ChildProcess) {
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.stdout += text;
      recordSecretsIn(text);
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.stderr += text;
      recordLog(text);
    });
  }

  static start(args: string[], environment: Record<string, string>): Command {
    const options = ["--import", "tsx", "--conditions", "lintel-source"];
    const { PATH = "", HOME = "", TMPDIR } = process.env;
    return new Command(
      spawn(process.execPath, [...options, main, ...args], {
        env: { PATH, HOME, ...(TMPDIR && { TMPDIR }), ...environment },
        stdio: ["ignore", "pipe", "pipe"],
      }),
    );
  }

  /** Waits for the end and answers with the exit code, null where a signal ended it. */
  async end(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, "close");
    return this.child.exitCode;
  }

  /** Waits until it prints something, which it must do before it ends. */
  async prints(text: string): Promise<void> {
    await waitUntil(() => {
      if (this.child.exitCode !== null)
        throw new Error(`It ended without "${text}": ${this.stdout}${this.stderr}`);
      return this.stdout.includes(text);
    }, 120_000);
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    this.child.kill(signal);
    return this.end();
  }
}

/** Runs a command to its end. */
export async function runCommand(args: string[], environment: Record<string, string>) {
  const command = Command.start(args, environment);
  const code = await command.end();
  const { stdout, stderr } = command;
  return { code, stdout, stderr };
}
