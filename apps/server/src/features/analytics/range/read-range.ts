import type { Issue } from "@lintel/contract";
import { type AnalyticsInterval, analyticsLimits } from "@lintel/contract/management";
import { badRequest } from "../../../api/api-error.js";
import { day, hour } from "../../events/limits.js";
import { bucketsAtMost, cutBuckets, type Span } from "./cut-buckets.js";
import { TimeZone } from "./time-zone.js";

export interface Range extends Span {
  zone: TimeZone;
}

export interface RangeInput {
  from?: string | undefined;
  to?: string | undefined;
  timezone: string;
}

const usualDays = 30;

/** Reads the range of a question. Days are those of the zone; hours are those of UTC. */
export function readRange({ from, to, timezone }: RangeInput, now: number): Range {
  const zone = readZone(timezone);
  const issues: Issue[] = [];
  const last = to === undefined ? startOfDay(zone.toLocal(now)) : readBound(to, "to", issues);
  const end = endOf(last ?? startOfDay(now), zone);
  const first =
    from === undefined
      ? startOfDay(zone.toLocal(end - 1)) - (usualDays - 1) * day
      : readBound(from, "from", issues);
  if (issues.length > 0 || first === undefined) throw badRequest(issues);
  const begin = typeof first === "number" ? zone.toInstant(first) : first.instant;
  if (begin >= end)
    throw badRequest([
      {
        path: "from",
        message: `The range ends at ${iso(end)}, before or where it begins. Choose an earlier \`from\` or a later \`to\`.`,
      },
    ]);
  const longest = analyticsLimits.days;
  if (end - begin > longest * day)
    throw badRequest([
      { path: "from", message: `A range has at most ${longest} days. Choose a later \`from\`.` },
    ]);
  return { from: begin, to: end, zone };
}

/** A bound as a local day, or as an instant where an hour was given. */
type Bound = number | { instant: number };

const endOf = (bound: Bound, zone: TimeZone): number =>
  typeof bound === "number" ? zone.toInstant(bound + day) : bound.instant;
const startOfDay = (local: number): number => Math.floor(local / day) * day;
const iso = (instant: number): string => new Date(instant).toISOString();

function readBound(text: string, path: string, issues: Issue[]): Bound | undefined {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const isHour = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:00(\.0+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text);
  const at = isDay || isHour ? Date.parse(text) : Number.NaN;
  const exists = isDay ? !Number.isNaN(at) && iso(at).startsWith(text) : at % hour === 0;
  if (exists && at >= Date.UTC(2000) && at < Date.UTC(2100)) return isDay ? at : { instant: at };
  issues.push({
    path,
    message: `Expected a day, as 2026-03-01, or the start of an hour of UTC, as 2026-03-01T15:00:00Z, between 2000 and 2100, got ${JSON.stringify(text)}.`,
  });
  return undefined;
}

function readZone(name: string): TimeZone {
  try {
    return new TimeZone(name);
  } catch {
    throw badRequest([
      {
        path: "timezone",
        message: `There is no time zone ${JSON.stringify(name)}. Use an IANA name, as "Europe/Berlin" or "UTC".`,
      },
    ]);
  }
}

/** The period of the same length right before: of as many days where the range is made of days. */
export function previousRange({ from, to, zone }: Range): Range {
  const [begin, end] = [zone.toLocal(from), zone.toLocal(to)];
  const isOfDays = begin % day === 0 && end % day === 0;
  return { from: isOfDays ? zone.toInstant(begin - (end - begin)) : from - (to - from), to: from, zone };
}

/** The range in intervals; refuses more than a chart can show. */
export function readBuckets(range: Range, interval: AnalyticsInterval): Span[] {
  const most = analyticsLimits.buckets;
  if (bucketsAtMost(range, interval) > most)
    throw badRequest([
      {
        path: "interval",
        message: `This range has more than ${most} intervals of one ${interval}. Choose a longer interval or a shorter range.`,
      },
    ]);
  return cutBuckets(range, interval, range.zone);
}

export const presentRange = ({ from, to, zone }: Range) => ({
  from: iso(from),
  to: iso(to),
  timezone: zone.name,
});
