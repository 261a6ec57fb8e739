import type { Logger } from "pino";
import { startedByNpm } from "../config.js";

const signals = ["SIGTERM", "SIGINT"] as const;

/** The rest of the ten seconds that an operator's machinery usually grants. */
const deadlineMilliseconds = 9_500;

/**
 * Waits for a signal to stop. From then on time is counted: what has not ended by the deadline is cut, and a second
 * signal cuts at once. An error that nobody caught ends the process, because what it left behind is not known.
 */
export function untilStopped(
  log: Pick<Logger, "fatal" | "warn">,
  flush: () => void,
): Promise<NodeJS.Signals> {
  const end = (code: number): never => {
    flush();
    process.exit(code);
  };
  const onError = (error: unknown): void => {
    log.fatal({ err: error }, "An error that nothing caught. The process ends.");
    end(1);
  };
  process.on("uncaughtException", onError).on("unhandledRejection", onError);
  return new Promise((resolve) => {
    let stopping = false;
    const stop = (signal: NodeJS.Signals): void => {
      if (stopping) end(1);
      stopping = true;
      setTimeout(() => {
        log.warn("What was running did not end in time and was cut.");
        end(0);
      }, deadlineMilliseconds).unref();
      resolve(signal);
    };
    for (const signal of signals) process.on(signal, stop);
    whenLeftByNpm(() => stop("SIGTERM"));
  });
}

/**
 * A signal to `npm start` ends npm and the shell it started, and reaches nobody behind them. What is left then has
 * another parent.
 */
function whenLeftByNpm(stop: () => void): void {
  if (!startedByNpm()) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 250).unref();
}
