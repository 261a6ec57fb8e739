import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

interface Message {
  log?: string;
  failed?: string;
  opened?: { started: boolean; folder: string };
  rows?: Record<string, unknown>[];
}

export interface ProcessOptions {
  uid?: number;
  gid?: number;
  /** A command that starts the process instead of Node itself, such as `unshare`. */
  through?: string[];
}

/** Another process of the program with a database open: the one that joins, is killed, or runs as somebody else. */
export class DatabaseProcess {
  readonly log: string[] = [];
  started = false;
  folder = "";

  private constructor(private readonly child: ChildProcess) {
    child.on("message", ({ log }: Message) => {
      if (log) this.log.push(log);
    });
  }

  /** Starts the process and comes back at once, while it opens its database. */
  static spawn(dataFolder: string, { through = [], ...user }: ProcessOptions = {}): DatabaseProcess {
    const script = fileURLToPath(new URL("./database-process.ts", import.meta.url));
    const [execPath = process.execPath, ...rest] = [...through, process.execPath];
    const child = fork(script, [dataFolder], {
      ...user,
      execPath,
      execArgv: [...rest, "--import", "tsx", "--conditions", "lintel-source"],
      // A process group of its own, so that a signal to all of it spares the tests.
      detached: true,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    return new DatabaseProcess(child);
  }

  static async start(dataFolder: string, options: ProcessOptions = {}): Promise<DatabaseProcess> {
    const started = DatabaseProcess.spawn(dataFolder, options);
    await started.opened();
    return started;
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error("The process did not start.");
    return this.child.pid;
  }

  async opened(): Promise<void> {
    const { opened } = await this.#answer("opened");
    this.started = opened?.started ?? false;
    this.folder = opened?.folder ?? "";
  }

  async query(sql: string): Promise<Record<string, unknown>[]> {
    this.child.send({ sql });
    return (await this.#answer("rows")).rows ?? [];
  }

  async close(): Promise<void> {
    this.child.send({ close: true });
    await this.exit();
  }

  /** Takes away the line to the tests, and with it all that keeps the process busy but its database. */
  disconnect(): void {
    this.child.disconnect();
  }

  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill("SIGKILL");
    await this.exit();
  }

  async exit(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, "exit");
    return this.child.exitCode;
  }

  async #answer(kind: "opened" | "rows"): Promise<Message> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        this.child.off("message", onMessage).off("exit", onExit);
      };
      const onExit = (): void => {
        settle();
        reject(new Error(`The process ended without an answer (${this.log.join("; ")})`));
      };
      const onMessage = (message: Message): void => {
        if (message.failed === undefined && message[kind] === undefined) return;
        settle();
        if (message.failed === undefined) resolve(message);
        else reject(new Error(message.failed));
      };
      this.child.on("message", onMessage).on("exit", onExit);
    });
  }
}
