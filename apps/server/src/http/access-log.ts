import { type Logger, symbols } from "pino";
import type { Exchange } from "./exchange.js";

/** What pino writes its lines to. */
interface Destination {
  write(line: string): void;
}

const info = 30;

/**
 * One line an exchange. The path goes without its query, and no header, key, cookie or address is written: a log is
 * read by more people than the data. The line reads like the logger's own and is put together here, because the
 * logger would take as long for it as a cached answer takes in all. What comes from outside is written as JSON, so
 * nothing breaks out of its line.
 */
export function createAccessLog(log: Logger): (exchange: Exchange, milliseconds: number) => void {
  // pino documents the symbol and types the logger without it.
  const destination = (log as unknown as Record<symbol, Destination>)[symbols.streamSym];
  if (!destination || !log.isLevelEnabled("info")) return () => {};
  let millisecond = 0;
  let time = "";
  return ({ requestId, organizationId, req, res, path }, milliseconds) => {
    const now = Date.now();
    if (now !== millisecond) {
      millisecond = now;
      time = new Date(now).toISOString();
    }
    // No status was sent to a client that left before.
    const status = res.headersSent ? res.statusCode : null;
    const organization = organizationId ? `,"organization":"${organizationId}"` : "";
    destination.write(
      `{"level":${info},"time":"${time}","requestId":"${requestId}","method":"${req.method}","path":${quote(path)},"status":${status},"ms":${milliseconds.toFixed(2)}${organization},"msg":"request"}\n`,
    );
  };
}

/** A path holds printable ASCII alone, so there are two characters to be escaped, and hardly ever one of them. */
function quote(path: string): string {
  return path.length > 500 || path.includes('"') || path.includes("\\")
    ? JSON.stringify(path.slice(0, 500))
    : `"${path}"`;
}
