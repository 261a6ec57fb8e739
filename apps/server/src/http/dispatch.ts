import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { ApiError, notFound } from "../api/api-error.js";
import { send, sendError } from "./answer.js";
import type { AnswerAgain } from "./answer-again.js";
import { countHosts } from "./count-hosts.js";
import { Exchange } from "./exchange.js";
import { toApiError } from "./failure.js";
import type { Match, RouteTable } from "./route-table.js";
import { checkTarget } from "./target.js";

export interface Dispatcher {
  routes: RouteTable;
  /** Undefined: every request goes the usual way. */
  answerAgain?: AnswerAgain;
  log: Pick<Logger, "error">;
  /** Called once for each exchange, when its answer has left (or is about to, whole) or its connection is gone. */
  observe(exchange: Exchange, milliseconds: number): void;
}

/** How long an outage is silent after a line about it. A line a request would fill the disk. */
const outageSilence = 10_000;

/** Finds the route of a request and answers for whatever goes wrong on the way. */
export function createDispatcher({ routes, answerAgain, log, observe }: Dispatcher): RequestListener {
  let silentUntil = 0;
  function isWorthALine({ code }: ApiError): boolean {
    if (code !== "SERVICE_UNAVAILABLE") return true;
    const now = performance.now();
    if (now < silentUntil) return false;
    silentUntil = now + outageSilence;
    return true;
  }

  function fail(exchange: Exchange, reason: unknown): void {
    const error = toApiError(reason);
    if (error.status >= 500 && isWorthALine(error))
      log.error({ err: reason, requestId: exchange.requestId }, error.message);
    if (exchange.res.headersSent) exchange.res.destroy();
    else sendError(exchange, error);
  }

  return (req: IncomingMessage, res: ServerResponse) => {
    const exchange = new Exchange(req, res);
    if (answerAgain?.(exchange)) {
      exchange.setTarget(req.url ?? "/");
      exchange.route = routes.match(exchange.path)?.pattern;
      observe(exchange, performance.now() - exchange.startedAt);
      return;
    }
    res.on("close", () => observe(exchange, performance.now() - exchange.startedAt));
    try {
      exchange.setTarget(checkTarget(req.url ?? "/"));
      requireHost(req);
      const match = routes.match(exchange.path);
      if (!match) throw nothingAt(exchange.path);
      exchange.route = match.pattern;
      answer(exchange, match)?.catch((reason: unknown) => fail(exchange, reason));
    } catch (reason) {
      fail(exchange, reason);
    }
  };
}

/** RFC 9112, section 3.2. Of two, a proxy in front may have gone by the one and node:http by the other. */
function requireHost(req: IncomingMessage): void {
  if (!req.headers.host && req.httpVersionMinor > 0)
    throw new ApiError("BAD_REQUEST", "HTTP/1.1 asks for a `Host` header. Send it.");
  if (countHosts(req.rawHeaders) > 1)
    throw new ApiError("BAD_REQUEST", "There is more than one `Host` header. Send one.");
}

function answer(exchange: Exchange, { methods, params }: Match): Promise<void> | undefined {
  const method = exchange.method === "HEAD" ? "GET" : exchange.method;
  const handle = methods.get(method) ?? methods.get("*");
  if (handle) return handle(exchange, params) ?? undefined;
  const allow = allowed(methods);
  if (method === "OPTIONS") {
    send(exchange, 200, { allow }, "");
    return undefined;
  }
  const error = new ApiError(
    "METHOD_NOT_SUPPORTED",
    `This path does not support ${exchange.method}. It supports ${allow}.`,
  );
  sendError(exchange, error, { allow });
  return undefined;
}

function allowed(methods: Match["methods"]): string {
  const names = [...methods.keys()].flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  return [...names, "OPTIONS"].join(", ");
}

const nothingAt = (path: string): ApiError =>
  notFound(
    `Nothing is at ${path.length > 200 ? `${path.slice(0, 200)}…` : path}. The paths of the API are in /api/v1/openapi.json.`,
  );
