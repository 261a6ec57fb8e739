/** The first day of the UTC month that an instant falls into, as `2026-11-01`. */
export function monthOf(at: Date): string {
  return `${at.toISOString().slice(0, 7)}-01`;
}

/** The instant at which the UTC month ends, which is the first of the next. */
export function endOfMonth(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
}
