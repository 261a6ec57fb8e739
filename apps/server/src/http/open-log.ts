import { type DestinationStream, type Logger, pino } from "pino";
import type { Config } from "../config.js";
import { toLoggedError } from "./logged-error.js";

/** What must never reach a log, in whatever object it is. */
const redacted = ["password", "secret", "token", "apiKey", "cookie", "authorization"].flatMap((name) => [
  name,
  `*.${name}`,
]);

const flushMilliseconds = 500;

export interface OpenLog {
  log: Logger;
  /** Writes what is still in memory, before the process ends. */
  flush(): void;
}

/**
 * Logs are JSON, a line each, on standard error: standard output is for what a command has to say. Lines are gathered
 * for up to half a second, because a write a request would cost more than many of the answers.
 */
export function openLog(level: Config["logLevel"]): OpenLog {
  const destination = pino.destination({
    fd: 2,
    sync: false,
    minLength: 8_192,
    periodicFlush: flushMilliseconds,
  });
  return {
    log: logTo(destination, level),
    flush: () => destination.flushSync(),
  };
}

export function logTo(destination: DestinationStream, level: Config["logLevel"]): Logger {
  const timestamp = pino.stdTimeFunctions.isoTime;
  return pino(
    { level, base: null, redact: redacted, timestamp, serializers: { err: toLoggedError } },
    destination,
  );
}
