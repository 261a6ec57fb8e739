/** Codes of the network below the driver. */
const networkCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
  "ETIMEDOUT",
]);

/**
 * Classes of PostgreSQL's own codes: connection exceptions, insufficient resources (a full disk among them), operator
 * intervention (a shutdown), and system errors.
 *
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const stateClasses = /^(?:08|53|57P|58)/;

/** The driver's own words, where it gives no code. */
const messages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after)/i;

/** Whether a write failed because the database's disk is full; reading goes on then. */
export function isDiskFull(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    if ((at as NodeJS.ErrnoException).code === "53100") return true;
  }
  return false;
}

/** Whether a query failed because the database cannot serve now, rather than for what was asked of it. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    const { code, syscall } = at as NodeJS.ErrnoException;
    if (typeof code === "string" && networkCodes.has(code) && syscall === "connect") return true;
    if (typeof code === "string" && code.length === 5 && stateClasses.test(code)) return true;
    if (messages.test(at.message)) return true;
    if (at instanceof AggregateError && at.errors.some(isDatabaseUnavailable)) return true;
  }
  return false;
}
