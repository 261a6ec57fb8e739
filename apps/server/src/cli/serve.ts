import { readConfig } from "../config.js";
import { openLog } from "../http/open-log.js";
import { type Service, startService } from "../main.js";
import { greeting } from "./greeting.js";
import { untilStopped } from "./until-stopped.js";

export async function serve(): Promise<void> {
  await serveWith(greeting);
}

/** Serves until a signal comes, after printing what a greeting says. */
export async function serveWith(greet: (service: Service) => Promise<string>): Promise<void> {
  const config = readConfig();
  const { log, flush } = openLog(config.logLevel);
  const stopped = untilStopped(log, flush);
  try {
    const service = await startService({ config, log });
    stopped.then((signal) => log.info({ signal }, "Stopping."));
    try {
      console.log(await greet(service));
      await stopped;
    } finally {
      await service.close();
    }
    log.info("Stopped.");
  } finally {
    flush();
  }
  // Whatever still holds the process open is of no use any more.
  process.exit(0);
}
