import { randomUUID } from "node:crypto";
import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { ApiError } from "../api/api-error.js";
import { safetyHeaders } from "./safety-headers.js";

const lingerMilliseconds = 1_000;

/**
 * Answers what the parser of node:http refused before there was a request. The connection cannot be used again: where
 * the next request would begin in it is not known.
 */
export function answerProtocolError(error: NodeJS.ErrnoException, socket: Duplex): void {
  // What node's own handler looks at too: behind an answer that has begun, a second one would be read as its rest.
  const { _httpMessage: begun } = socket as { _httpMessage?: ServerResponse | null };
  if (!socket.writable || begun?.headersSent || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  end(socket, toApiError(error.code));
}

function toApiError(code: string | undefined): ApiError {
  if (code === "HPE_HEADER_OVERFLOW") return new ApiError("HEADERS_TOO_LARGE");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return new ApiError("REQUEST_TIMEOUT");
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW")
    return new ApiError("PAYLOAD_TOO_LARGE", "The chunk extensions are larger than 16 KiB. Send none.");
  return new ApiError(
    "BAD_REQUEST",
    "This is not a valid HTTP/1.1 request. Check its first line and its headers.",
  );
}

/** A tunnel is asked for, and this is no proxy. */
export function answerConnect(socket: Duplex): void {
  end(
    socket,
    new ApiError(
      "METHOD_NOT_SUPPORTED",
      "CONNECT is for proxies, and this is none. Send the request itself.",
    ),
    { allow: "GET, HEAD, POST, PATCH, DELETE, OPTIONS" },
  );
}

function end(socket: Duplex, error: ApiError, headers: Record<string, string> = {}): void {
  const body = Buffer.from(JSON.stringify(error.toBody()));
  const head = Object.entries({
    ...safetyHeaders,
    "x-request-id": randomUUID(),
    "cache-control": "no-store",
    "content-type": "application/json; charset=utf-8",
    "content-length": String(body.length),
    date: new Date().toUTCString(),
    connection: "close",
    ...headers,
  });
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.on("error", () => {});
  // The client gets a moment to read: closing at once under one that still sends would reset the connection.
  setTimeout(() => socket.destroy(), lingerMilliseconds).unref();
  socket.end(
    Buffer.concat([
      Buffer.from(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines}\r\n`),
      body,
    ]),
  );
}
