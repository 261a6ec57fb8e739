import { type DestinationStream, type Logger, pino } from "pino";
import type { Config } from "../config.js";
import { LogPage } from "./log-page.js";
import { toLoggedError } from "./logged-error.js";

/** What must never reach a log, in whatever object it is. */
const redacted = ["password", "secret", "token", "apiKey", "cookie", "authorization"].flatMap((name) => [
  name,
  `*.${name}`,
]);

export interface OpenLog {
  log: Logger;
  /** Writes what is still in memory, before the process ends. */
  flush(): void;
}

/** Logs are JSON, a line each, on standard error: standard output is for what a command has to say. */
export function openLog(level: Config["logLevel"]): OpenLog {
  const file = pino.destination({ fd: 2, sync: false, contentMode: "buffer" });
  // In this mode it takes bytes, and is typed for strings all the same.
  const sink = file as unknown as { write(bytes: Buffer): void };
  const page = new LogPage((bytes) => sink.write(bytes));
  return {
    log: logTo(page, level),
    flush() {
      page.hand();
      file.flushSync();
    },
  };
}

export function logTo(destination: DestinationStream, level: Config["logLevel"]): Logger {
  const timestamp = pino.stdTimeFunctions.isoTime;
  return pino(
    { level, base: null, redact: redacted, timestamp, serializers: { err: toLoggedError } },
    destination,
  );
}
