import type { RequestListener } from "node:http";
import type { Logger } from "pino";
import type { Config } from "./config.js";
import { watchContentWindows } from "./features/webhook-events/content-windows.js";
import { createAccessLog } from "./http/access-log.js";
import { createAnswerAgain } from "./http/answer-again.js";
import { createDispatcher } from "./http/dispatch.js";
import { type Limits, listen } from "./http/listener.js";
import { createMetrics } from "./http/metrics.js";
import { RouteTable } from "./http/route-table.js";
import { serviceRoutes } from "./http/routes.js";
import { useOwnValidationMessages } from "./http/validation-messages.js";
import { allJobs } from "./jobs/jobs.js";
import { startJobs } from "./jobs/run-jobs.js";
import { keepTickShape } from "./keep-tick-shape.js";
import { openServices, type Services } from "./services.js";
import { takeServingPlace } from "./serving-place.js";

/** How long running answers may take to end when the service stops. What follows fits into the rest of 10 s. */
const patienceMilliseconds = 6_000;

export interface Service {
  port: number;
  origin: string;
  services: Services;
  /** Takes nothing new, lets what runs end, and leaves the database. */
  close(): Promise<void>;
}

export interface ServiceOptions {
  config: Config;
  log: Logger;
  limits?: Partial<Limits>;
  rateLimit?: boolean;
  /** How long changes are gathered into one `content.changed`. */
  contentWindowMilliseconds?: number;
}

/** Configuration -> listener -> database -> features -> routes. Requests that come before the last step wait. */
export async function startService({
  config,
  log,
  limits,
  rateLimit = true,
  contentWindowMilliseconds,
}: ServiceOptions): Promise<Service> {
  useOwnValidationMessages();
  keepTickShape();
  const early: Parameters<RequestListener>[] = [];
  let answer: RequestListener = (req, res) => void early.push([req, res]);
  const listener = await listen({
    host: config.host,
    port: config.port,
    onRequest: (req, res) => answer(req, res),
    ...(limits && { limits }),
  });
  const origin = config.origin ?? `http://localhost:${listener.port}`;
  const abandon = async (error: unknown): Promise<never> => {
    await listener.close(0);
    throw error;
  };
  const services = await openServices({ config, origin, log, rateLimit }).catch(abandon);
  const place = await takePlace(services).catch(async (error: unknown) => {
    await services.close();
    return abandon(error);
  });
  answer = createService(services, config);
  const windows = watchContentWindows(services, contentWindowMilliseconds);
  const { webhooks, connection } = services;
  const jobs = startJobs(allJobs(services), connection.pool, log);
  webhooks.engine.start();
  for (const request of early.splice(0)) answer(...request);
  setImmediate(() => void services.accounts.load());
  return {
    port: listener.port,
    origin,
    services,
    async close() {
      await Promise.all([
        listener.close(patienceMilliseconds),
        jobs.stop(),
        windows.stop(),
        webhooks.engine.stop(),
      ]);
      await place?.leave();
      await services.close();
    },
  };
}

/** On a server of the operator's own any number of processes may serve. */
async function takePlace({ connection, dataFolder }: Services) {
  return connection.embedded && (await takeServingPlace(connection.connectionString, dataFolder));
}

function createService(services: Services, { metricsToken }: Config): RequestListener {
  const { log } = services;
  const metrics = createMetrics([() => services.webhooks.engine.counts.describe()]);
  const writeAccessLog = createAccessLog(log);
  return createDispatcher({
    routes: new RouteTable(serviceRoutes(services, metrics, metricsToken)),
    answerAgain: createAnswerAgain(services),
    log,
    observe(exchange, milliseconds) {
      metrics.observe(exchange, milliseconds);
      writeAccessLog(exchange, milliseconds);
    },
  });
}
