import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { Answer, Representation } from "./answer.js";
import { chooseEncoding, isHeld } from "./negotiate.js";

/** Sends an answer. `own` are the headers of this one answer, names and values by turns. */
export function sendAnswer(
  req: IncomingMessage,
  res: ServerResponse,
  answer: Answer,
  own: readonly string[],
): Promise<void> | undefined {
  if (sendAtOnce(req, res, answer, own)) return undefined;
  const encoding = chooseEncoding(headerOf(req, "accept-encoding"));
  const representation = answer.representation(encoding);
  if (representation.content) return sendContent(req, res, representation, own);
  return answer.make(encoding).then((made) => sendContent(req, res, made, own));
}

/** Sends an answer whose bytes are at hand, in one write. False: they are not, and nothing was sent. */
export function sendAtOnce(
  req: IncomingMessage,
  res: ServerResponse,
  answer: Answer,
  own: readonly string[],
): boolean {
  const { ok, notModified, content } = answer.representation(
    chooseEncoding(headerOf(req, "accept-encoding")),
  );
  if (isHeld(req.headers["if-none-match"], answer.digest)) {
    res.writeHead(304, [...notModified, ...own]);
    res.end();
    return true;
  }
  if (!Buffer.isBuffer(content)) return false;
  res.writeHead(200, [...ok, ...own]);
  res.end(content);
  return true;
}

/** Node types it as a list too, which it never makes of this header. */
function headerOf(req: IncomingMessage, name: "accept-encoding"): string | undefined {
  const value = req.headers[name];
  return Array.isArray(value) ? value.join(",") : value;
}

function sendContent(
  req: IncomingMessage,
  res: ServerResponse,
  { ok, content }: Representation,
  own: readonly string[],
): Promise<void> | undefined {
  if (res.destroyed) return undefined;
  res.writeHead(200, [...ok, ...own]);
  if (Buffer.isBuffer(content)) {
    res.end(content);
    return undefined;
  }
  if (!content || req.method === "HEAD") {
    res.end();
    return undefined;
  }
  const chunks = Readable.from(content.gzip, { objectMode: true });
  const sending = content.unpack ? pipeline(chunks, createGunzip(), res) : pipeline(chunks, res);
  return sending.catch((error: NodeJS.ErrnoException) => {
    // A client that leaves early is its own affair.
    if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  });
}
