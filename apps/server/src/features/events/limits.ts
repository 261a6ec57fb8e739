const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** How late an event may come and still count at its own time. Salts are kept a day longer than this. */
export const lateWindow = 24 * hour;

/** How far a client's clock may be ahead. */
export const skew = minute;

/** How long an `Idempotency-Key` is honoured, at least. */
export const keyLifetime = 24 * hour;

/** Characters that are kept of a text; more is cut. In bytes each stays within what a row of an index holds. */
export const longest = { url: 1_000, campaign: 200, place: 100 } as const;
