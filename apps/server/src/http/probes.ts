import { timingSafeEqual } from "node:crypto";
import { ApiError } from "../api/api-error.js";
import { migrationState } from "../db/migrate.js";
import type { Services } from "../services.js";
import { send, sendJson } from "./answer.js";
import type { Exchange } from "./exchange.js";
import type { Metrics } from "./metrics.js";
import type { Route } from "./route-table.js";

/** What an operator's machinery asks: whether to send requests here, and how it goes. */
export function probeRoutes(
  { connection, log }: Services,
  metrics: Metrics,
  metricsToken: string | undefined,
): Route[] {
  async function ready(exchange: Exchange): Promise<void> {
    try {
      const { pending } = await migrationState(connection.pool);
      if (pending === 0) return sendJson(exchange, 200, { status: "ready" });
    } catch (error) {
      log.warn({ err: error, requestId: exchange.requestId }, "The database is not ready.");
    }
    throw new ApiError("SERVICE_UNAVAILABLE");
  }

  async function report(exchange: Exchange): Promise<void> {
    if (!mayReadMetrics(exchange, metricsToken)) {
      throw new ApiError(
        "UNAUTHORIZED",
        metricsToken
          ? "Metrics take the token of LINTEL_METRICS_TOKEN, as `authorization: Bearer …`."
          : "Metrics answer to this machine only. Set LINTEL_METRICS_TOKEN to read them from another.",
      );
    }
    const { contentType, text } = await metrics.read();
    send(exchange, 200, { "content-type": contentType, "cache-control": "no-store" }, text);
  }

  return [
    { method: "GET", path: "/ready", handle: ready },
    { method: "GET", path: "/metrics", handle: report },
  ];
}

function mayReadMetrics({ req }: Exchange, token: string | undefined): boolean {
  // Behind a proxy every connection comes from this machine, and only the proxy knows from where it really came.
  const isProxied = req.headers["x-forwarded-for"] !== undefined || req.headers.forwarded !== undefined;
  if (!token) return !isProxied && isLoopback(req.socket.remoteAddress ?? "");
  const given = Buffer.from(req.headers.authorization ?? "");
  const expected = Buffer.from(`Bearer ${token}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const isLoopback = (address: string): boolean => /^(?:::ffff:)?127\.|^::1$/.test(address);
