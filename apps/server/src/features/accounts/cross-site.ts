import type { IncomingMessage } from "node:http";
import { ApiError } from "../../api/api-error.js";

const reading = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses what another site makes a browser send: a session's cookie travels by itself, and only a request from
 * one of our own pages may change anything with it. Clients that are no browsers send neither header.
 */
export function refuseCrossSite(req: IncomingMessage, trustedOrigins: readonly string[]): void {
  if (reading.has(req.method ?? "")) return;
  const { origin } = req.headers;
  const site = req.headers["sec-fetch-site"];
  const foreign = origin === undefined ? site === "cross-site" : !trustedOrigins.includes(origin);
  if (!foreign) return;
  throw new ApiError(
    "FORBIDDEN",
    `A request with a session may come from pages of ${trustedOrigins[0]} only, and this one comes from ${origin ?? "another site"}.`,
  );
}
