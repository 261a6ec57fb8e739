import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import type { Exchange } from "./exchange.js";

export interface Metrics {
  observe(exchange: Exchange): void;
  read(): Promise<{ contentType: string; text: string }>;
}

/** Counts by route and not by path: there are few routes, and as many paths as somebody cares to invent. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: "lintel_http_requests_total",
    help: "Answered requests.",
    labelNames: ["method", "route", "status"] as const,
    registers: [registry],
  });
  const durations = new Histogram({
    name: "lintel_http_request_seconds",
    help: "From the head of the request to the end of the answer.",
    labelNames: ["route"] as const,
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10],
    registers: [registry],
  });
  return {
    observe({ req, res, route = "none", startedAt }) {
      const method = known.has(req.method ?? "") ? (req.method ?? "") : "other";
      requests.inc({ method, route, status: res.headersSent ? res.statusCode : 0 });
      durations.observe({ route }, (performance.now() - startedAt) / 1_000);
    },
    async read() {
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

const known = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
