import type { Logger } from "pino";
import type { Exchange } from "./exchange.js";

/**
 * One line an exchange. The path goes without its query, and no header, key, cookie or address is written: a log is
 * read by more people than the data. The logger writes JSON, so no input can break out of its line.
 */
export function createAccessLog(log: Pick<Logger, "info">): (exchange: Exchange) => void {
  return (exchange) => {
    const { requestId, organizationId, req, res, startedAt } = exchange;
    log.info(
      {
        requestId,
        method: req.method,
        path: exchange.path.slice(0, 500),
        // No status was sent to a client that left before.
        status: res.headersSent ? res.statusCode : null,
        ms: Math.round((performance.now() - startedAt) * 100) / 100,
        ...(organizationId && { organization: organizationId }),
      },
      "request",
    );
  };
}
