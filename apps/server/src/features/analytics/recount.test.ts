import { type OrganizationId, pageViewName } from "@lintel/contract";
import type { AnalyticsBreakdown, AnalyticsSummary } from "@lintel/contract/management";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertEvents, type StoredEvent } from "../../testing/insert-events.js";
import { startTestServer, type TestServer, type TestUser } from "../../testing/server.js";
import { groupBy } from "../model/group-by.js";

const hour = 3_600_000;
const day = 24 * hour;
/** Some days ago, so that every event lies within what is kept. */
const today = Math.floor(Date.now() / day) * day;
const begin = today - 9 * day;

let server: TestServer;
let owner: TestUser;
let organization: OrganizationId;
let key: string;
let stored: StoredEvent[];

beforeAll(async () => {
  server = await startTestServer();
  ({ owner, organization, key } = await server.workspace());
  const publish = async (events: unknown[]) =>
    server.get("/events/schema", { method: "PUT", body: { events }, key });
  const signup = { name: "signup", props: [{ key: "tier", type: "string" }] };
  await publish([signup]);
  await publish([
    {
      name: "joined",
      renamedFrom: "signup",
      props: [{ key: "plan", type: "string", renamedFrom: "tier" }],
    },
  ]);
  [stored = []] = fc.sample(fc.array(anyEvent, { minLength: 700, maxLength: 700 }), { numRuns: 1, seed: 42 });
  await insertEvents(server.services.events, organization, stored);
});
afterAll(() => server.close());

const pick = <T>(...values: T[]) => fc.constantFrom(...values);

/** Seven days; a digest is a visitor's on one day alone. */
const anyEvent: fc.Arbitrary<StoredEvent> = fc
  .record({
    at: fc.integer({ min: begin, max: begin + 7 * day - 1 }),
    visitor: pick(1n, 2n, 3n, 4n, null),
    bot: fc.boolean().map((is) => is && Math.random() < 0.2),
    name: pick(pageViewName, pageViewName, "signup", "joined", "search"),
    path: pick("/", "/Pricing", "/blog/a", "/blog/b", null),
    source: pick("mail", "news.example", null),
    country: pick("DE", "FR", "US", null),
    region: pick("BE", null),
    device: pick("desktop" as const, "mobile" as const, null),
    props: pick({ plan: "pro" }, { tier: "pro" }, { tier: "free" }, { seats: 3 }, null),
  })
  .map(({ at, visitor, ...event }) => ({
    ...event,
    at: new Date(at),
    visitor: visitor === null ? null : visitor + BigInt(Math.floor(at / day)) * 100n,
  }));

/** What an event says, read by hand: `signup` is called `joined` now, and its `tier` is called `plan`. */
function said(event: StoredEvent, subject: string): string {
  const isJoined = event.name === "signup" || event.name === "joined";
  const props: Record<string, unknown> = event.props ?? {};
  const read: Record<string, unknown> = {
    page: event.path,
    source: event.source,
    country: event.country,
    region: event.region,
    device: event.device,
    event: isJoined ? "joined" : event.name,
    "props.plan": isJoined ? (props.plan ?? props.tier) : props.plan,
    "props.seats": props.seats,
  };
  return String(read[subject] ?? "");
}

interface Condition {
  subject: string;
  operator: "eq" | "ne" | "in" | "contains";
  value: string;
}

function isMet(event: StoredEvent, { subject, operator, value }: Condition): boolean {
  const own = said(event, subject);
  const isEvent = subject === "event";
  const sought = value.split(",").map((one) => (isEvent && one === "signup" ? "joined" : one));
  if (operator === "contains") return own.toLowerCase().includes(value.toLowerCase());
  return sought.includes(own) !== (operator === "ne");
}

function recount(events: readonly StoredEvent[]) {
  return {
    visitors: new Set(events.flatMap(({ visitor }) => (visitor === null ? [] : [visitor]))).size,
    views: events.filter(({ name }) => name === pageViewName).length,
    events: events.length,
  };
}

const subjects = ["page", "source", "country", "region", "device", "event", "props.plan", "props.seats"];
const valuesOf: Record<string, string[]> = {
  page: ["/", "/blog/a", "/nowhere", ""],
  source: ["mail", ""],
  country: ["DE", "FR"],
  region: ["BE", ""],
  device: ["mobile"],
  event: ["joined", "signup", "search", pageViewName],
  "props.plan": ["pro", "free", ""],
  "props.seats": ["3"],
};
const anyCondition: fc.Arbitrary<Condition> = fc.constantFrom(...subjects).chain((subject) =>
  fc.oneof(
    fc.record({
      subject: fc.constant(subject),
      operator: pick("eq" as const, "ne" as const),
      value: fc.constantFrom(...valuesOf[subject]!),
    }),
    fc.record({
      subject: fc.constant(subject),
      operator: fc.constant("in" as const),
      value: fc.subarray(valuesOf[subject]!, { minLength: 1 }).map((values) => values.join(",")),
    }),
    fc.record({
      subject: fc.constant(subject),
      operator: fc.constant("contains" as const),
      value: pick("o", "/B", "e"),
    }),
  ),
);

const anyQuestion = fc.record({
  from: fc.integer({ min: -1, max: 4 }),
  days: fc.integer({ min: 1, max: 5 }),
  timezone: pick("UTC", "UTC", "Europe/Berlin", "Asia/Kolkata", "America/St_Johns"),
  interval: pick("hour" as const, "day" as const, "week" as const, "month" as const),
  where: fc.uniqueArray(anyCondition, {
    maxLength: 2,
    selector: ({ subject, operator }) => `${subject} ${operator}`,
  }),
});

const dayText = (at: number) => new Date(at).toISOString().slice(0, 10);

const formatters = new Map<string, Intl.DateTimeFormat>();

/** What the wall clock shows, by a formatter that the code under test does not use: `2026-03-04, 09`. */
function wallClock(at: Date, timeZone: string): string {
  const formatter =
    formatters.get(timeZone) ??
    new Intl.DateTimeFormat("en-CA", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      hourCycle: "h23",
    });
  formatters.set(timeZone, formatter);
  return formatter.format(at);
}

const localDay = (at: Date, timeZone: string) => wallClock(at, timeZone).slice(0, 10);

function localBucket(at: Date, timeZone: string, interval: string): string {
  const text = localDay(at, timeZone);
  if (interval === "hour") return wallClock(at, timeZone);
  if (interval === "day") return text;
  if (interval === "month") return text.slice(0, 7);
  const date = Date.parse(text);
  return dayText(date - ((new Date(date).getUTCDay() + 6) % 7) * day);
}

const ask = async <T>(path: string, query: Record<string, string>) => {
  const answer = await server.manage<T>(
    "GET",
    `/organizations/${organization}/analytics/${path}?${new URLSearchParams(query)}`,
    undefined,
    { cookie: owner.cookie },
  );
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

const whereOf = (conditions: readonly Condition[]) =>
  Object.fromEntries(
    conditions.map(({ subject, operator, value }) => [`where[${subject}][${operator}]`, value]),
  );

function within(from: string, to: string, timezone: string, conditions: readonly Condition[]) {
  return stored.filter((event) => {
    const own = localDay(event.at, timezone);
    return !event.bot && own >= from && own <= to && conditions.every((condition) => isMet(event, condition));
  });
}

test("totals, series and the period before are what a plain count over the events gives", async () => {
  await fc.assert(
    fc.asyncProperty(anyQuestion, async ({ from, days, timezone, interval, where }) => {
      const first = dayText(begin + from * day);
      const last = dayText(begin + (from + days - 1) * day);
      const answer = await ask<AnalyticsSummary>("summary", {
        from: first,
        to: last,
        timezone,
        interval,
        compare: "previous",
        ...whereOf(where),
      });
      const events = within(first, last, timezone, where);
      expect(answer.totals).toEqual(recount(events));
      expect([answer.isExact, answer.isPending]).toEqual([true, false]);
      const buckets = groupBy(events, (event) => localBucket(event.at, timezone, interval));
      for (const { at, ...counts } of answer.series) {
        const bucket = buckets.get(localBucket(new Date(at), timezone, interval));
        expect(counts, `${at} in ${timezone}`).toEqual(recount(bucket ?? []));
      }
      const inSeries = answer.series.reduce((sum, point) => sum + point.events, 0);
      expect(inSeries).toBe(events.length);

      const before = within(
        dayText(begin + (from - days) * day),
        dayText(begin + (from - 1) * day),
        timezone,
        where,
      );
      expect(answer.previous?.totals).toEqual(recount(before));
    }),
    { numRuns: 80 },
  );
}, 120_000);

test("breakdowns under any conditions are what a plain count over the events gives", async () => {
  await fc.assert(
    fc.asyncProperty(
      anyQuestion,
      fc.constantFrom(...subjects),
      pick("visitors" as const, "views" as const, "events" as const),
      async ({ from, days, timezone, where }, by, sort) => {
        const first = dayText(begin + from * day);
        const last = dayText(begin + (from + days - 1) * day);
        const answer = await ask<AnalyticsBreakdown>("breakdown", {
          from: first,
          to: last,
          timezone,
          by,
          sort,
          limit: "100",
          compare: "previous",
          ...whereOf(where),
        });
        const count = (events: StoredEvent[]) => {
          const groups = groupBy(events, (event) => said(event, by));
          return new Map([...groups].map(([value, group]) => [value, recount(group)]));
        };
        const present = count(within(first, last, timezone, where));
        const before = count(
          within(dayText(begin + (from - days) * day), dayText(begin + (from - 1) * day), timezone, where),
        );
        const none = { visitors: 0, views: 0, events: 0 };
        const expected = [...present].map(([value, counts]) => ({
          value,
          ...counts,
          previous: before.get(value) ?? none,
        }));
        const byBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));
        expected.sort((one, other) => other[sort] - one[sort] || byBytes(one.value, other.value));
        expect(answer.rows).toEqual(expected);
        expect([answer.hasMore, answer.rare, answer.isExact]).toEqual([false, null, true]);
      },
    ),
    { numRuns: 80 },
  );
}, 120_000);
