import type { IncomingMessage, ServerResponse } from "node:http";

/** A rest this small is read and dropped, which is cheaper than a new connection. */
const smallRest = 64 * 1024;
/** How long the connection stays open for a client that is still sending, so that it can read the answer. */
const lingerMilliseconds = 1_000;

/** Whether the answer comes before a body that is large or of unknown length was read. */
export function leavesBodyUnread(req: IncomingMessage, status: number): boolean {
  if (req.complete) return false;
  // Whoever is told that they are too slow is not waited for again.
  if (status === 408) return true;
  const { "content-length": length, "transfer-encoding": coding, expect } = req.headers;
  if (expect !== undefined && !continued.has(req)) return true;
  return coding !== undefined || Number(length ?? 0) > smallRest;
}

/**
 * Sends the answer, then drops what still comes for a moment, then closes. To close at once would reset the
 * connection under a client that is still sending, and it would never see the answer.
 */
export function closeAfterAnswer(req: IncomingMessage, res: ServerResponse, body: Buffer): void {
  res.write(body);
  const close = (): void => {
    clearTimeout(timer);
    res.end();
  };
  const timer = setTimeout(close, lingerMilliseconds);
  req.once("end", close).once("close", close);
  req.on("error", () => {});
  req.removeAllListeners("data");
  req.resume();
}

const continued = new WeakSet<IncomingMessage>();

/** Asks a client that sent `Expect: 100-continue` for its body. Until then it may send none. */
export function askForBody(req: IncomingMessage, res: ServerResponse): void {
  if (req.headers.expect === undefined || continued.has(req)) return;
  continued.add(req);
  res.writeContinue();
}
