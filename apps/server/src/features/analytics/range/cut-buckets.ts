import type { AnalyticsInterval } from "@lintel/contract/management";
import { day, hour } from "../../events/limits.js";
import type { LocalTime, TimeZone } from "./time-zone.js";

/** From an instant up to another, which does not belong to it. */
export interface Span {
  from: number;
  to: number;
}

/** Cuts a span where intervals begin on the zone's wall clocks. The first and the last may be cut short. */
export function cutBuckets(span: Span, interval: AnalyticsInterval, zone: TimeZone): Span[] {
  const buckets: Span[] = [];
  for (let from = span.from; from < span.to; ) {
    const next = interval === "hour" ? from + hour : zone.toInstant(nextBegin(zone.toLocal(from), interval));
    const to = Math.min(next, span.to);
    buckets.push({ from, to });
    from = to;
  }
  return buckets;
}

/** How many buckets there will be at most, without cutting them. */
export const bucketsAtMost = (span: Span, interval: AnalyticsInterval): number =>
  Math.ceil((span.to - span.from) / shortest[interval]) + 1;

const shortest: Record<AnalyticsInterval, number> = {
  hour,
  // The shortest day of a year has 23 hours.
  day: 23 * hour,
  week: 7 * day - hour,
  month: 28 * day - hour,
};

function nextBegin(local: LocalTime, interval: "day" | "week" | "month"): LocalTime {
  const begun = local - modulo(local, day);
  if (interval === "day") return begun + day;
  const date = new Date(begun);
  if (interval === "month") return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
  const sinceMonday = modulo(date.getUTCDay() - 1, 7);
  return begun + (7 - sinceMonday) * day;
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by;
