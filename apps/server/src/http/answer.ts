import type { OutgoingHttpHeaders } from "node:http";
import type { ApiError } from "../api/api-error.js";
import type { Exchange } from "./exchange.js";
import { safetyHeaders } from "./safety-headers.js";
import { closeAfterAnswer, leavesBodyUnread } from "./unread-body.js";

/** Answers with a whole body. A HEAD request gets the same headers and no body. */
export function send(
  exchange: Exchange,
  status: number,
  headers: OutgoingHttpHeaders,
  body: string | Buffer,
): void {
  const { req, res } = exchange;
  if (res.headersSent || res.destroyed) return;
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const unread = leavesBodyUnread(req, status);
  res.writeHead(status, {
    ...safetyHeaders,
    "x-request-id": exchange.requestId,
    ...headers,
    ...(unread && { connection: "close" }),
    "content-length": bytes.length,
  });
  if (unread) closeAfterAnswer(req, res, bytes);
  else res.end(bytes);
}

export function sendJson(
  exchange: Exchange,
  status: number,
  value: unknown,
  headers: OutgoingHttpHeaders = {},
): void {
  send(
    exchange,
    status,
    { "cache-control": "no-store", "content-type": "application/json; charset=utf-8", ...headers },
    JSON.stringify(value),
  );
}

/** In seconds. What is away for a moment is mostly back by then, and a crowd that comes back does no harm. */
const retryAfterOutage = "2";

export function sendError(exchange: Exchange, error: ApiError, headers: OutgoingHttpHeaders = {}): void {
  const wait = error.status === 503 ? { "retry-after": retryAfterOutage } : {};
  sendJson(exchange, error.status, error.toBody(), { ...wait, ...headers });
}

/** For answers that a library writes itself: the headers that ours carry anyway. */
export function setCommonHeaders({ requestId, res }: Exchange): void {
  for (const [name, value] of Object.entries(safetyHeaders)) res.setHeader(name, value);
  res.setHeader("x-request-id", requestId);
}
