import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ApiError } from "../../../api/api-error.js";
import type { ByteRange } from "../../../storage/object-store.js";
import { parseByteRange } from "./byte-range.js";

/** Bytes that are ready to be sent. */
export interface Content {
  size: number;
  stream(range: ByteRange | null, signal: AbortSignal): Promise<Readable>;
  /** Called once, also when nothing was streamed. */
  close(): Promise<void>;
}

export interface Representation {
  /** Strong: equal tags mean equal bytes. With its quotes. */
  etag: string;
  headers: Record<string, string>;
  /** Called only when bytes or their number are needed: a 304 costs nothing. The signal says that the client left. */
  prepare(signal: AbortSignal): Promise<Content>;
}

/** Answers GET and HEAD with conditions and ranges. What fails before the first byte is raised to the listener. */
export async function sendRepresentation(
  request: IncomingMessage,
  response: ServerResponse,
  { etag, headers, prepare }: Representation,
): Promise<void> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.setHeader("allow", "GET, HEAD");
    throw new ApiError("METHOD_NOT_SUPPORTED");
  }
  const always = { ...headers, etag, "accept-ranges": "bytes" };
  if (matches(request.headers["if-none-match"], etag)) {
    response.writeHead(304, always).end();
    return;
  }

  await whileThere(response, async (signal) => {
    const content = await prepare(signal);
    try {
      await answer(request, response, always, content, signal);
    } finally {
      await content.close();
    }
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  always: Record<string, string> & { etag: string },
  content: Content,
  signal: AbortSignal,
): Promise<void> {
  const { size } = content;
  const range = request.method === "GET" ? askedRange(request, always.etag, size) : null;
  if (range === "unsatisfiable") {
    response.setHeader("content-range", `bytes */${size}`);
    throw new ApiError("RANGE_NOT_SATISFIABLE", `The file has ${size} bytes; that range is beyond them.`);
  }
  const status = range ? 206 : 200;
  const sent = {
    ...always,
    "content-length": range ? range.end - range.start + 1 : size,
    ...(range && { "content-range": `bytes ${range.start}-${range.end}/${size}` }),
  };
  if (request.method === "HEAD") {
    response.writeHead(status, sent).end();
    return;
  }
  const source = await content.stream(range, signal);
  response.writeHead(status, sent);
  // A source that breaks off breaks the answer off, so that nobody takes half for whole.
  await pipeline(source, response);
}

/** A client that goes away stops what is done for it, and that is no failure. */
async function whileThere(
  response: ServerResponse,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const gone = new AbortController();
  const leave = () => gone.abort();
  response.once("close", leave);
  try {
    await work(gone.signal);
  } catch (error) {
    if (!gone.signal.aborted || !response.destroyed) throw error;
  } finally {
    response.off("close", leave);
  }
}

function askedRange(
  request: IncomingMessage,
  etag: string,
  size: number,
): ByteRange | "unsatisfiable" | null {
  const condition = request.headers["if-range"];
  // A date in `If-Range` never matches: no Last-Modified was sent that it could repeat.
  if (condition !== undefined && condition !== etag) return null;
  return parseByteRange(request.headers.range, size);
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(",").some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, "")));
}
