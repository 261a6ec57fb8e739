import { type DestinationStream, type Logger, pino } from "pino";
import type { Config } from "../config.js";
import { toLoggedError } from "./logged-error.js";

/** What must never reach a log, in whatever object it is. */
const redacted = ["password", "secret", "token", "apiKey", "cookie", "authorization"].flatMap((name) => [
  name,
  `*.${name}`,
]);

const gathered = { characters: 32_768, milliseconds: 250 };

export interface OpenLog {
  log: Logger;
  /** Writes what is still in memory, before the process ends. */
  flush(): void;
}

/**
 * Logs are JSON, a line each, on standard error: standard output is for what a command has to say. Lines are gathered
 * for a moment, because a write a line would take longer than many of the answers they tell of.
 */
export function openLog(level: Config["logLevel"]): OpenLog {
  const file = pino.destination({ fd: 2, sync: false });
  let lines = "";
  let timer: NodeJS.Timeout | undefined;
  const hand = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (lines !== "") file.write(lines);
    lines = "";
  };
  const write = (line: string): void => {
    lines += line;
    if (lines.length > gathered.characters) hand();
    else timer ??= setTimeout(hand, gathered.milliseconds);
  };
  return {
    log: logTo({ write }, level),
    flush() {
      hand();
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
