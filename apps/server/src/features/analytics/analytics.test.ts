import { type OrganizationId, pageViewName } from "@lintel/contract";
import type { AnalyticsBreakdown, AnalyticsSummary } from "@lintel/contract/management";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../db/new-id.js";
import { insertEvents, type StoredEvent } from "../../testing/insert-events.js";
import { startTestServer, type TestServer, type TestUser } from "../../testing/server.js";
import { rollUp } from "../events/rollups/roll-up.js";
import { EventReader } from "./event-reader.js";
import { PlanNames } from "./plan-names.js";
import { readRange } from "./range/read-range.js";
import { readBreakdown } from "./read-breakdown.js";

const hour = 3_600_000;
const day = 24 * hour;
const today = Math.floor(Date.now() / day) * day;
const dayText = (at: number) => new Date(at).toISOString().slice(0, 10);

let server: TestServer;
let owner: TestUser;
let organization: OrganizationId;
beforeAll(async () => {
  server = await startTestServer();
  ({ owner, organization } = await server.workspace());
});
afterAll(() => server.close());

const manage = <T>(method: string, path: string, body?: unknown, within: string = organization) =>
  server.manage<T>(method, `/organizations/${within}${path}`, body, { cookie: owner.cookie });
const read = <T>(path: string, within?: string) => manage<T>("GET", path, undefined, within);

describe("a question that cannot be asked", () => {
  it.each([
    ["from=yesterday", "`from`: Expected a day, as 2026-03-01"],
    ["from=2026-02-30", "`from`: Expected a day"],
    ["from=2026-03-01T15:30:00Z", "`from`: Expected a day, as 2026-03-01, or the start of an hour"],
    ["from=2026-03-02&to=2026-03-01", "`from`: The range ends at 2026-03-02T00:00:00.000Z"],
    ["from=2001-01-01", "`from`: A range has at most 1830 days"],
    ["timezone=Mars/Olympus", '`timezone`: There is no time zone "Mars/Olympus". Use an IANA name'],
    ["from=2026-01-01&to=2026-12-31&interval=hour", "`interval`: This range has more than 1000 intervals"],
    ["interval=minute", '`interval`: Expected "hour", "day"'],
    ["where[colour][eq]=red", "`where[colour]`: Unknown. Choose one of page, host"],
    ["where[page][like]=x", "`where[page][like]`: Unknown operator. Choose one of eq, ne, in, contains."],
    ["where[page][contains]=", "`where[page][contains]`: Missing."],
    [`where[page][in]=${"x,".repeat(60)}`, "`where[page][in]`: At most 50 values, got 61."],
    ["where=page", "`where`: Write a condition as where[country][eq]=DE"],
    ["where[page]=x", "`where.page`: Write a condition as where[page][eq]=DE"],
    ["where[page", "`where[page`: A bracket is not closed. Write it as `where[…]=`."],
    ["where[page\\]=x", "A bracket is not closed"],
    ["where[__proto__][eq]=x", '`where[__proto__][eq]`: The key "__proto__" is refused. Use another.'],
    ["where[page][__proto__]=x", '`where[page][__proto__]`: The key "__proto__" is refused.'],
    ["where[page][\\__proto__]=x", 'The key "__proto__" is refused.'],
    ["where[constructor][eq]=x", 'The key "constructor" is refused.'],
    ["where[page][eq][deep]=x", "Expected a string"],
    ["compare=next", '`compare`: Expected "previous"'],
    ["nonsense=1", "`nonsense`: Unknown query parameter"],
  ])("trust 9, 10, 16: %s", async (query, message) => {
    const answer = await read<{ message: string }>(`/analytics/summary?${query}`);
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)]);
  });

  it.each([
    "by=colour",
    "by=props.",
    "by=",
    "by=page&limit=0",
    "by=page&limit=1001",
    "by=page&limit=x",
    "by=page&sort=x",
  ])("trust 9, 10, 16: a breakdown of %s", async (query) => {
    expect((await read(`/analytics/breakdown?${query}`)).status).toBe(400);
  });

  it.each([
    [{ from: "2026-03-01", to: "2026-03-01", steps: [{ event: "a" }] }],
    [{ from: "2026-03-01", to: "2026-03-01", steps: [{ event: "a" }, { event: "b", page: "/c" }] }],
    [{ from: "2026-03-01", to: "2026-03-01", steps: [{}, { event: "b" }] }],
    [{ from: "1", to: "2026-03-01", steps: [{ event: "a" }, { event: "b" }] }],
    [{ from: "2026-03-01", to: "2026-03-01", steps: "a" }],
  ])("trust 10: a funnel of %j", async (body) => {
    expect((await manage("POST", "/analytics/funnel", body)).status).toBe(400);
  });

  it("trust 11: names a prototype's members, and touches none", async () => {
    for (const name of ["__proto__", "constructor", "toString"])
      expect((await read(`/analytics/summary?where[${name}][eq]=x`)).status, name).toBe(400);
    expect((await read("/analytics/breakdown?by=props.__proto__")).status).toBe(200);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it("trust 9: SQL in names and values is text", async () => {
    const injected = `x' or 1=1); drop table events; --`;
    for (const query of [
      new URLSearchParams({ "where[page][contains]": injected }),
      new URLSearchParams({ [`where[props.${injected}][eq]`]: injected }),
      new URLSearchParams({ timezone: "UTC'; select 1" }),
    ])
      expect([200, 400]).toContain((await read(`/analytics/summary?${query}`)).status);
    const by = new URLSearchParams({ by: `props.${injected}` });
    expect((await read(`/analytics/breakdown?${by}`)).status).toBe(200);
  });
});

describe("live visitors", () => {
  it("are those of the last five minutes, as soon as their events were acknowledged", async () => {
    const { organization, owner, key } = await server.workspace();
    const send = async (visitor: string, minutesAgo: number, url: string) =>
      server.get("/events", {
        method: "POST",
        key,
        body: {
          context: { visitor },
          events: [{ name: pageViewName, timestamp: Date.now() - minutesAgo * 60_000, url }],
        },
      });
    await send("ada", 0, "/a");
    await send("ada", 4, "/b");
    await send("bob", 2, "/a");
    await send("eve", 6, "/a");
    const { body: live } = await server.manage<{ pages: object[] }>(
      "GET",
      `/organizations/${organization}/analytics/live`,
      undefined,
      { cookie: owner.cookie },
    );
    // At the start of a UTC day the earlier visits of a visitor are another digest's.
    expect(live).toMatchObject({ views: 3, events: 3 });
    expect(live.pages[0]).toEqual({ value: "/a", visitors: 2 });
  });

  it("are none where nobody is", async () => {
    const { body } = await read("/analytics/live");
    expect(body).toEqual({ visitors: 0, views: 0, events: 0, pages: [] });
  });
});

const pick = <T>(...values: T[]) => fc.constantFrom(...values);
const at = today - 3 * day;
const walked = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 2 * day - 1 }).map((since) => new Date(at + since)),
    visitor: pick(1n, 2n, 3n),
    name: pick("signup", "pay", pageViewName),
    path: pick("/", "/pricing"),
  }),
  { minLength: 1, maxLength: 60 },
);

async function organizationWith(events: StoredEvent[]): Promise<OrganizationId> {
  const made = await server.organization(owner);
  await insertEvents(server.services.events, made, events);
  return made;
}

/** A digest is of one day. */
const digested = (events: StoredEvent[]): StoredEvent[] =>
  events.map((event) => ({
    ...event,
    visitor: event.visitor! + BigInt(Math.floor(event.at.getTime() / day)) * 10n,
  }));

describe("a funnel", () => {
  it("counts who took the steps in their order, as walking along every visitor's day does", async () => {
    await fc.assert(
      fc.asyncProperty(walked, async (given) => {
        const events = digested(given);
        const within = await organizationWith(events);
        const steps = [{ page: "/" }, { event: "signup" }, { event: "signup" }, { event: "pay" }];
        const meets = [
          ({ name, path }: StoredEvent) => name === pageViewName && path === "/",
          ({ name }: StoredEvent) => name === "signup",
          ({ name }: StoredEvent) => name === "signup",
          ({ name }: StoredEvent) => name === "pay",
        ];
        const reached = [0, 0, 0, 0];
        for (const visitor of new Set(events.map((event) => event.visitor))) {
          const path = events
            .map((event, index) => ({ event, index }))
            .filter(({ event }) => event.visitor === visitor)
            .sort((one, other) => +one.event.at - +other.event.at || one.index - other.index);
          let step = 0;
          for (const { event } of path)
            if (meets[step]?.(event)) {
              reached[step]! += 1;
              step += 1;
            }
        }
        const answer = await manage<{ steps: { visitors: number }[] }>(
          "POST",
          "/analytics/funnel",
          { from: dayText(at), to: dayText(at + day), steps },
          within,
        );
        expect(answer.body.steps.map(({ visitors }) => visitors)).toEqual(reached);
      }),
      { numRuns: 15 },
    );
  }, 120_000);
});

it("a funnel is of the last 30 days unless it says otherwise, and says of which", async () => {
  const steps = [{ page: "/" }, { event: "signup" }];
  const { status, body } = await manage<{ range: object }>("POST", "/analytics/funnel", { steps });
  expect([status, body.range]).toEqual([
    200,
    {
      from: new Date(today - 29 * day).toISOString(),
      to: new Date(today + day).toISOString(),
      timezone: "UTC",
    },
  ]);
  const refused = await manage<{ message: string }>("POST", "/analytics/funnel", {
    from: dayText(today - 200 * day),
    steps,
  });
  expect([refused.status, refused.body.message]).toEqual([
    400,
    expect.stringMatching(/Ask from \d{4}-\d{2}-\d{2} on\.$/),
  ]);
});

describe("while the rollups lag behind what came in", () => {
  it("what they answer is pending, and what is counted event by event is whole", async () => {
    const made = await organizationWith([{ at: new Date(at), visitor: 1n, name: "x", path: "/a" }]);
    const { database } = server.services;
    const range = `from=${dayText(at)}&to=${dayText(at)}`;
    const pending = async (query: string) =>
      (await read<AnalyticsSummary>(`/analytics/${query}`, made)).body.isPending;
    const everywhere = () =>
      Promise.all(
        [
          `summary?${range}`,
          `breakdown?${range}`,
          `summary?${range}&where[region][eq]=`,
          `breakdown?${range}&by=region`,
          `summary?from=${dayText(at + day)}&to=${dayText(at + day)}`,
          `summary?from=${dayText(at + day)}&to=${dayText(at + day)}&compare=previous`,
        ].map(pending),
      );
    const lagging = [true, true, false, false, false, true];
    await rollUp(database, Date.now);
    expect(await everywhere()).toEqual(lagging.map(() => false));
    await database.execute(sql`insert into event_marks (organization_id, hour)
      values (${made}, ${new Date(at).toISOString()})`);
    expect(await everywhere()).toEqual(lagging);
    await database.execute(sql`delete from event_marks where organization_id = ${made}`);
    await database.execute(sql`insert into event_dirty_days values (${made}, ${dayText(at)})`);
    expect(await everywhere()).toEqual(lagging);
  });
});

it("visits end after half an hour without an event, and at midnight", async () => {
  const minute = 60_000;
  const seen = (minutes: number, visitor: bigint) => ({
    at: new Date(at + minutes * minute),
    visitor,
    name: pageViewName,
  });
  const within = await organizationWith([
    seen(0, 1n),
    seen(30, 1n),
    seen(61, 1n),
    seen(10, 2n),
    seen(24 * 60 - 1, 3n),
    seen(24 * 60 + 1, 4n),
    { at: new Date(at), name: pageViewName },
  ]);
  const { body } = await read<object>(
    `/analytics/sessions?from=${dayText(at)}&to=${dayText(at + day)}`,
    within,
  );
  expect(body).toMatchObject({ sessions: 5, bounces: 4, viewsPerSession: 6 / 5, averageSeconds: 360 });
});

describe("an entry's traffic", () => {
  const type = (path: string) => `/types/stories${path}`;
  beforeAll(async () => {
    await manage("POST", "/types", { name: "Stories", kind: "collection", fields: [] });
    await insertEvents(server.services.events, organization, [
      { at: new Date(today - day), visitor: 1n, name: pageViewName, path: "/blog/over-the-door" },
      { at: new Date(today - day), visitor: 2n, name: pageViewName, path: "/blog/over-the-door" },
      { at: new Date(today - day), visitor: 1n, name: pageViewName, path: "/blog/another" },
    ]);
  });

  it("is found by where the entries of its type are", async () => {
    const entry = await manage<{ id: string }>("POST", type("/entries"), { title: "Over the door" });
    const traffic = () =>
      read<{ page: string | null; summary: AnalyticsSummary | null }>(`/entries/${entry.body.id}/traffic`);
    expect((await traffic()).body).toEqual({ page: null, summary: null });
    const written = await manage("PUT", type("/page-pattern"), { pattern: "/blog/{slug}" });
    expect([written.status, written.body]).toEqual([200, { pattern: "/blog/{slug}" }]);
    expect((await read(type("/page-pattern"))).body).toEqual({ pattern: "/blog/{slug}" });
    const { body } = await traffic();
    expect(body.page).toBe("/blog/over-the-door");
    expect(body.summary?.totals).toEqual({ visitors: 2, views: 2, events: 2 });
    await manage("PUT", type("/page-pattern"), { pattern: null });
    expect((await traffic()).body).toEqual({ page: null, summary: null });
  });

  it.each(["blog/{slug}", "/blog", "/{slug}/{slug}", "/{key}", "/a b/{slug}", "/x?y={slug}", "", 7])(
    "trust 10: refuses the pattern %j",
    async (pattern) => {
      expect((await manage("PUT", type("/page-pattern"), { pattern })).status).toBe(400);
    },
  );

  it("trust 1: of another organization's entry is a 404 like that of none", async () => {
    const entry = await manage<{ id: string }>("POST", type("/entries"), { title: "Mine" });
    const stranger = await server.user("Stranger");
    const elsewhere = await server.organization(stranger);
    const ask = (id: string) =>
      server.manage("GET", `/organizations/${elsewhere}/entries/${id}/traffic`, undefined, {
        cookie: stranger.cookie,
      });
    const absent = newId("entry");
    const [foreign, none] = [await ask(entry.body.id), await ask(absent)];
    expect([foreign.status, none.status]).toEqual([404, 404]);
    expect(foreign.text.replaceAll(entry.body.id, absent)).toBe(none.text);
  });
});

it("trust 3: no organization's numbers hold another's events", async () => {
  const mine = await organizationWith([{ at: new Date(at), visitor: 1n, name: "mine", path: "/mine" }]);
  await organizationWith([{ at: new Date(at), visitor: 1n, name: "theirs", path: "/theirs" }]);
  const range = `from=${dayText(at)}&to=${dayText(at)}`;
  for (const query of ["", "&timezone=Europe/Berlin", "&where[event][ne]=x", "&where[region][eq]="]) {
    const { body } = await read<AnalyticsSummary>(`/analytics/summary?${range}${query}`, mine);
    expect(body.totals.events, query).toBe(1);
  }
  for (const by of ["page", "props.x", "event", "region"]) {
    const { text } = await read(`/analytics/breakdown?${range}&by=${by}`, mine);
    expect(text).not.toContain("theirs");
  }
});

describe("with more values on a day than the rollups hold", () => {
  const values = 1_040;
  const ask = async (events: number) => {
    const within = await organizationWith(
      Array.from({ length: values }, (_, index) => ({
        at: new Date(at),
        visitor: 7n,
        name: pageViewName,
        path: `/${String(index).padStart(4, "0")}`,
      })),
    );
    const { database, events: service } = server.services;
    const reader = new EventReader({ ...service, limits: { events } });
    const range = readRange({ from: dayText(at), to: dayText(at), timezone: "UTC" }, Date.now());
    const question = { organizationId: within, conditions: [], names: new PlanNames([]) };
    const subject = { dimension: "page" as const };
    return await readBreakdown({ database, reader }, question, range, {
      by: "page",
      subject,
      sort: "views",
      limit: 1_000,
    });
  };

  it("counts event by event, exactly", async () => {
    const answer = await ask(10_000);
    expect(answer).toMatchObject({ hasMore: true, rare: null, isExact: true });
  });

  it("and with too many events for that says what it lacks", async () => {
    const answer: AnalyticsBreakdown = await ask(100);
    expect(answer.rows).toHaveLength(1_000);
    expect(answer).toMatchObject({
      hasMore: false,
      rare: { visitors: 1, views: 40, events: 40 },
      isExact: false,
    });
  });
});

describe("counting event by event", () => {
  const reader = (limits: object) => new EventReader({ ...server.services.events, limits });
  const span = [{ from: at, to: at + day }];
  const sleep = (seconds: number) => async (queries: { execute(query: unknown): Promise<unknown> }) => {
    await queries.execute(sql`select pg_sleep(${seconds})`);
  };

  it("is stopped when it takes too long", async () => {
    const slow = reader({ milliseconds: 50 }).read(organization, span, sleep(5));
    await expect(slow).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: expect.stringContaining("was stopped"),
    });
  });

  it("is refused for more events than may be", async () => {
    const within = await organizationWith(
      Array.from({ length: 20 }, () => ({ at: new Date(at), visitor: 1n, name: "x" })),
    );
    const refused = reader({ events: 19 }).read(within, span, sleep(0));
    await expect(refused).rejects.toThrow("needs 20 events counted one by one, and at most 19 are");
  });

  it("is refused for days that are no longer kept", async () => {
    const answer = await read<{ message: string }>(
      `/analytics/breakdown?by=region&from=${dayText(today - 200 * day)}&to=${dayText(today)}`,
    );
    expect([answer.status, answer.body.message]).toEqual([
      400,
      expect.stringContaining("Single events are kept for 90 days"),
    ]);
  });

  it("holds nobody else up: what exceeds its places waits, and what exceeds those is turned away", async () => {
    const bounded = reader({ running: 1, waiting: 1 });
    const [first, second] = [1, 2].map(() => bounded.read(organization, span, sleep(0.3)));
    // Each has to ask first how many events there are.
    await first?.catch(() => {});
    await second;
    let running = 0;
    let most = 0;
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    };
    const many = await Promise.allSettled(
      Array.from({ length: 6 }, () => bounded.read(organization, span, work)),
    );
    expect(most).toBe(1);
    const refused = many.filter(({ status }) => status === "rejected");
    for (const one of refused) expect(one).toMatchObject({ reason: { code: "SERVICE_UNAVAILABLE" } });
    await bounded.read(organization, span, work);
  });
});

it("a range without a question about hours begins and ends on local midnights, also where clocks change", async () => {
  const range = (from: string, to: string, timezone: string) => {
    const read = readRange({ from, to, timezone }, Date.now());
    return [read.from, read.to].map((instant) => new Date(instant).toISOString());
  };
  expect(range("2026-03-29", "2026-03-29", "Europe/Berlin")).toEqual([
    "2026-03-28T23:00:00.000Z",
    "2026-03-29T22:00:00.000Z",
  ]);
  expect(range("2026-10-25", "2026-10-25", "Europe/Berlin")).toEqual([
    "2026-10-24T22:00:00.000Z",
    "2026-10-25T23:00:00.000Z",
  ]);
  // Midnight does not exist there on this day.
  expect(range("2024-03-31", "2024-03-31", "Asia/Beirut")).toEqual([
    "2024-03-30T22:00:00.000Z",
    "2024-03-31T21:00:00.000Z",
  ]);
});
