import { collectDefaultMetrics, Registry } from "prom-client";
import type { Exchange } from "./exchange.js";

export interface Metrics {
  observe(exchange: Exchange, milliseconds: number): void;
  read(): Promise<{ contentType: string; text: string }>;
}

/** Upper bounds in milliseconds. */
const bounds = [1, 5, 10, 50, 100, 500, 1_000, 5_000, 10_000];

interface Counts {
  method: string;
  route: string;
  status: number;
  requests: number;
  seconds: number;
  /** How many took up to each bound and no less than the one before. */
  within: number[];
}

/**
 * Counts by route and not by path: there are few routes, and as many paths as somebody cares to invent. The counts
 * are plain numbers that become text when they are read, because a request is counted in a hundredth of the time
 * that the library takes for it.
 */
export function createMetrics(features: readonly (() => string)[] = []): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const known = new Map<string, Counts>();

  return {
    observe({ req, res, route = "none" }, milliseconds) {
      const status = res.headersSent ? res.statusCode : 0;
      const method = methods.has(req.method ?? "") ? (req.method ?? "") : "other";
      const name = `${method} ${status} ${route}`;
      let counts = known.get(name);
      if (!counts) {
        counts = { method, route, status, requests: 0, seconds: 0, within: bounds.map(() => 0) };
        known.set(name, counts);
      }
      counts.requests += 1;
      counts.seconds += milliseconds / 1_000;
      for (let index = 0; index < bounds.length; index++) {
        if (milliseconds > bounds[index]!) continue;
        counts.within[index]! += 1;
        break;
      }
    },
    async read() {
      const parts = [
        await registry.metrics(),
        describe([...known.values()]),
        ...features.map((tell) => tell()),
      ];
      const text = `${parts.join("\n")}\n`;
      return { contentType: registry.contentType, text };
    },
  };
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** @see https://prometheus.io/docs/instrumenting/exposition_formats */
function describe(all: Counts[]): string {
  const name = "lintel_http_request_seconds";
  const lines = all.flatMap(({ method, route, status, requests, seconds, within }) => {
    const labels = `method="${method}",route="${route}",status="${status}"`;
    let sum = 0;
    return [
      ...within.map((count, index) => {
        sum += count;
        return `${name}_bucket{${labels},le="${bounds[index]! / 1_000}"} ${sum}`;
      }),
      `${name}_bucket{${labels},le="+Inf"} ${requests}`,
      `${name}_sum{${labels}} ${seconds}`,
      `${name}_count{${labels}} ${requests}`,
    ];
  });
  const head = [
    `# HELP ${name} From the head of a request to the end of its answer.`,
    `# TYPE ${name} histogram`,
  ];
  return `${[...head, ...lines].join("\n")}\n`;
}
