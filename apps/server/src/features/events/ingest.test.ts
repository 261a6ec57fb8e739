import type { OrganizationId } from "@lintel/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RequestOptions, startTestServer, type TestServer } from "../../testing/server.js";
import { waitUntil } from "../../testing/wait-until.js";

let server: TestServer;
let key: string;
let organization: OrganizationId;

beforeAll(async () => {
  server = await startTestServer();
  ({ key, organization } = await server.workspace());
});
afterAll(() => server.close());

const send = <T = { accepted: number }>(body: unknown, options: RequestOptions = {}) =>
  server.fetch<T>("/api/v1/events", { method: "POST", key, body, ...options });

const event = (more: object = {}) => ({ name: "pageview", timestamp: Date.now(), ...more });

type Stored = Record<string, unknown> & { at: Date; received_at: Date };

async function stored(name: string, of: OrganizationId = organization) {
  const { rows } = await server.services.connection.pool.query<Stored>(
    "select * from events where organization_id = $1 and name = $2 order by id",
    [of, name],
  );
  return rows;
}

test("a batch is answered with how many events were stored, in the order in which they came", async () => {
  const before = Date.now();
  const answer = await send({
    context: {
      visitor: "v1",
      country: "DE",
      region: "DE-BE",
      city: "Berlin",
      device: "mobile",
      browser: "Firefox",
      os: "Android",
    },
    metadata: { release: "1.2" },
    events: [
      event({
        name: "whole",
        props: { plan: "pro", n: 2 },
        url: "https://www.example.org/pricing?utm_source=mail&x=1",
        route: "/[page]",
        referrer: "https://www.news.example/a?q=1",
      }),
      event({ name: "whole", timestamp: before - 60_000 }),
    ],
  });
  expect(answer).toMatchObject({ status: 200, body: { accepted: 2 } });
  const [first, second] = await stored("whole");
  expect(first).toMatchObject({
    bot: false,
    over_quota: false,
    host: "www.example.org",
    path: "/pricing",
    route: "/[page]",
    referrer: "//www.news.example/a",
    referrer_host: "news.example",
    source: "mail",
    utm_source: "mail",
    utm_medium: null,
    country: "DE",
    region: "DE-BE",
    city: "Berlin",
    device: "mobile",
    browser: "Firefox",
    os: "Android",
    props: { plan: "pro", n: 2 },
    metadata: { release: "1.2" },
  });
  expect(second).toMatchObject({ props: null, path: null, sent_timestamp: before - 60_000 });
  expect(second?.visitor).toBe(first?.visitor);
  expect(second?.at.getTime()).toBe(before - 60_000);
});

test("texts come back as they were sent, whatever they hold", async () => {
  const name = "odd \\N \t tab \n line \\ back 日本 \u{1f600} \\.";
  const props = { 'quote"': "\\n \t", nested: { list: [1, null, "ü"] } };
  await send({ events: [event({ name, props, route: "\\." })] });
  expect(await stored(name)).toMatchObject([{ props, route: "\\." }]);
});

test("unknown members are ignored", async () => {
  const body = {
    extra: 1,
    context: { ip: "10.0.0.1" },
    events: [event({ name: "extra", id: "mine", organizationId: "org_x" })],
  };
  expect((await send(body)).status).toBe(200);
  expect(await stored("extra")).toHaveLength(1);
});

const many = (count: number) => Array.from({ length: count }, () => event({ name: "many" }));

test.each([
  ["no body", undefined, ""],
  ["a list", [], ""],
  ["no events", {}, "events"],
  ["an empty list of events", { events: [] }, "events"],
  ["101 events", { events: many(101) }, "events"],
  ["an event without a name", { events: [{ timestamp: 1 }] }, "events[0].name"],
  ["an empty name", { events: [event({ name: "" })] }, "events[0].name"],
  ["a name of 121 characters", { events: [event({ name: "x".repeat(121) })] }, "events[0].name"],
  ["no timestamp", { events: [{ name: "x" }] }, "events[0].timestamp"],
  ["a timestamp below 0", { events: [event({ timestamp: -1 })] }, "events[0].timestamp"],
  ["half a millisecond", { events: [event({ timestamp: 1.5 })] }, "events[0].timestamp"],
  ["a timestamp in words", { events: [event({ timestamp: "2026" })] }, "events[0].timestamp"],
  ["an empty route", { events: [event({ route: "" })] }, "events[0].route"],
  ["a route of 501 characters", { events: [event({ route: "x".repeat(501) })] }, "events[0].route"],
  ["a url that is no string", { events: [event({ url: 5 })] }, "events[0].url"],
  ["a referrer that is null", { events: [event({ referrer: null })] }, "events[0].referrer"],
  ["props that are a list", { events: [event({ props: [] })] }, "events[0].props"],
  ["metadata that are a text", { metadata: "x", events: [event()] }, "metadata"],
  ["a context that is a list", { context: [], events: [event()] }, "context"],
  ["a visitor that is a number", { context: { visitor: 5 }, events: [event()] }, "context.visitor"],
  ["a device that there is not", { context: { device: "fridge" }, events: [event()] }, "context.device"],
  ["props of more than 8 KiB", { events: [event({ props: { a: "ü".repeat(4_096) } })] }, "events[0].props"],
  [
    "props too deep",
    { events: [event({ props: { a: { b: { c: { d: { e: {} } } } } } })] },
    "events[0].props",
  ],
  ["metadata too large", { metadata: { a: "x".repeat(9_000) }, events: [event()] }, "metadata"],
])("%s is a 400 that names the place", async (_, body, path) => {
  const answer = await send<{ code: string; data: { issues: { path: string }[] } }>(body);
  expect(answer).toMatchObject({ status: 400, body: { defined: true, code: "BAD_REQUEST" } });
  expect(answer.body.data.issues.map((issue) => issue.path)).toEqual([path]);
});

test("a timestamp past what stays exact is refused without advice that fits content alone", async () => {
  const answer = await send<{ message: string }>('{"events":[{"name":"x","timestamp":9007199254740993}]}');
  expect(answer).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("Use a smaller one") },
  });
  expect(answer.body.message).not.toContain("text field");
});

test("the outermost values of the contract are accepted", async () => {
  const events = [
    event({ name: "x".repeat(120), route: "r".repeat(500), timestamp: 0 }),
    event({ name: "edge", timestamp: Number.MAX_SAFE_INTEGER, url: "", referrer: "" }),
    ...many(98),
  ];
  expect((await send({ context: {}, metadata: {}, events })).body).toEqual({ accepted: 100 });
});

test("trust 11: a key that reaches a prototype is refused within props", async () => {
  const answer = await send('{"events":[{"name":"p","timestamp":1,"props":{"__proto__":{"a":1}}}]}');
  expect(answer.status).toBe(400);
  expect({}).not.toHaveProperty("a");
});

test("trust 44: a forged timestamp is clamped, and kept as it was sent", async () => {
  const before = Date.now();
  const sent = [0, before - 25 * 3_600_000, before + 3_600_000, Number.MAX_SAFE_INTEGER, before - 3_600_000];
  await send({ events: sent.map((timestamp) => event({ name: "clamped", timestamp })) });
  const rows = await stored("clamped");
  const received = rows[0]!.received_at.getTime();
  const dayAgo = received - 24 * 3_600_000;
  expect(rows.map(({ at }) => at.getTime())).toEqual([dayAgo, dayAgo, received, received, sent[4]]);
  expect(rows.map(({ sent_timestamp }) => sent_timestamp)).toEqual(sent);
});

test("known bots are marked, and people are not", async () => {
  const browsers = ["Googlebot", "HeadlessChrome", "bingbot/2.0", "Chrome", "Cubot Browser", "Firefox"];
  for (const browser of browsers) await send({ context: { browser }, events: [event({ name: "bots" })] });
  expect((await stored("bots")).map(({ bot }) => bot)).toEqual([true, true, true, false, false, false]);
});

test("a bot is known by a whole user agent, of which nothing is kept", async () => {
  const comment = "x".repeat(200);
  const browser = `Mozilla/5.0 (${comment}; compatible; Googlebot/2.1; +http://www.google.com/bot.html)`;
  for (const name of [browser, "bingbot/2.0"])
    await send({ context: { browser: name }, events: [event({ name: "agents" })] });
  expect((await stored("agents")).map(({ bot, browser }) => [bot, browser])).toEqual([
    [true, null],
    [true, "bingbot"],
  ]);
});

test("trust 37: a batch that is repeated with its key is answered alike and counted once", async () => {
  const body = { events: [event({ name: "repeated" }), event({ name: "repeated" })] };
  const headers = { "idempotency-key": '"one"' };
  const answers = await Promise.all([1, 2, 3, 4].map(() => send(body, { headers })));
  answers.push(await send(body, { headers }), await send(body, { headers: { "idempotency-key": "one" } }));
  for (const { status, body } of answers)
    expect({ status, body }).toEqual({ status: 200, body: { accepted: 2 } });
  expect(await stored("repeated")).toHaveLength(2);
});

test("trust 37: copies that reach two processes at once are counted once", async () => {
  const other = await startTestServer({ beside: server });
  const body = { events: [event({ name: "both" })] };
  const options = { method: "POST", key, body };
  for (let round = 0; round < 10; round++) {
    const headers = { "idempotency-key": `round ${round}`.replace(" ", "-") };
    const answers = await Promise.all(
      [server, other, server, other].map((one) => one.fetch("/api/v1/events", { ...options, headers })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  }
  expect(await stored("both")).toHaveLength(10);
  await other.close();
});

test("a key with another body is a 422, and nothing of it is stored", async () => {
  const headers = { "idempotency-key": "reused" };
  await send({ events: [event({ name: "first" })] }, { headers });
  const answer = await send({ events: [event({ name: "second" })] }, { headers });
  expect(answer).toMatchObject({
    status: 422,
    body: { defined: true, code: "IDEMPOTENCY_KEY_REUSED", status: 422 },
  });
  expect(await stored("second")).toHaveLength(0);
  const bodies = ["third", "fourth"].map((name) => ({ events: [event({ name })] }));
  const together = await Promise.all(
    bodies.map((body) => send(body, { headers: { "idempotency-key": "at-once" } })),
  );
  expect(together.map(({ status }) => status).sort()).toEqual([200, 422]);
});

test("a key belongs to its organization", async () => {
  const other = await server.workspace();
  const headers = { "idempotency-key": "shared" };
  await send({ events: [event({ name: "mine" })] }, { headers });
  const answer = await send({ events: [event({ name: "theirs" })] }, { headers, key: other.key });
  expect(answer.status).toBe(200);
  expect(await stored("theirs")).toHaveLength(0);
  expect(await stored("theirs", other.organization)).toHaveLength(1);
});

test.each(["", '""', "a b", "x".repeat(256), "ü"])("the key %j is a 400", async (header) => {
  const answer = await send({ events: [event()] }, { headers: { "idempotency-key": header } });
  expect(answer).toMatchObject({ status: 400, body: { data: { issues: [{ path: "Idempotency-Key" }] } } });
});

test("an event that is refused is not remembered under its key", async () => {
  const headers = { "idempotency-key": "mended" };
  expect((await send({ events: [{ name: "mended" }] }, { headers })).status).toBe(400);
  expect((await send({ events: [event({ name: "mended" })] }, { headers })).status).toBe(200);
});

test("a batch that the database refuses by itself fails none of those that came with it", async () => {
  const { events, database } = server.services;
  await database.execute(sql`alter table events add constraint poison check (name <> 'poison')`);
  const names = ["sound", "poison", "sound"];
  const settled = await Promise.allSettled(
    names.map((name) => events.ingest(organization, { events: [event({ name })] })),
  );
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(await stored("sound")).toHaveLength(2);
  await database.execute(sql`alter table events drop constraint poison`);
});

test("usage is counted once for each event that was stored, and events past the cap are stored and marked", async () => {
  const capped = await startTestServer({
    beside: server,
    environment: {
      LINTEL_DEFAULT_PLAN: "free",
      LINTEL_PLANS: JSON.stringify({ free: { members: 3, apiRequests: 1_000, storage: 1_000, events: 20 } }),
    },
  });
  const { key, organization } = await capped.workspace();
  const body = { events: Array.from({ length: 5 }, () => event({ name: "used" })) };
  const post = (headers = {}) => capped.fetch("/api/v1/events", { method: "POST", key, body, headers });
  const repeated = { "idempotency-key": "used" };
  await Promise.all([post(), post(), post(), post(repeated), post(repeated)]);
  expect((await stored("used", organization)).map(({ over_quota }) => over_quota)).not.toContain(true);
  const usage = async () => {
    const { body } = await capped.get<{ usage: { feature: string; used: number; cap: number }[] }>(
      "/org/billing",
      { key },
    );
    return body.usage.find(({ feature }) => feature === "events");
  };
  expect(await usage()).toMatchObject({ used: 20, cap: 20 });
  await waitUntil(async () => {
    expect((await post()).status).toBe(200);
    return (await stored("used", organization)).at(-1)?.over_quota === true;
  });
  expect((await usage())?.used).toBe((await stored("used", organization)).length);
  await capped.close();
});

test("trust 44: neither the database nor the log holds what tells who a visitor is", async () => {
  const secrets = [
    "visitor-4711",
    "10.20.30.40",
    "Mozilla/5.0 Secret",
    "cookie-value",
    "token-in-query",
    "user-in-url",
    "part-of-page",
    "from-query",
    "query-of-route",
    "fragment-of-route",
    "like Gecko",
  ];
  const answer = await send(
    {
      context: {
        visitor: secrets[0],
        ip: secrets[1],
        userAgent: secrets[2],
        browser: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, ${secrets[10]}) Chrome/126.0`,
        os: `Linux/6.1 (${secrets[10]})`,
      },
      events: [
        event({
          name: "private",
          url: `https://${secrets[5]}:${secrets[4]}@example.org/a?token=${secrets[4]}#${secrets[6]}`,
          referrer: `https://other.example/?q=${secrets[7]}`,
          route: `/r?email=${secrets[8]}#${secrets[9]}`,
        }),
        event({ name: "private", route: `?${secrets[8]}` }),
      ],
    },
    {
      headers: {
        "user-agent": secrets[2] ?? "",
        cookie: `session=${secrets[3]}`,
        "x-forwarded-for": secrets[1] ?? "",
      },
    },
  );
  expect(answer.status).toBe(200);
  expect((await stored("private")).map(({ route, browser, os }) => [route, browser, os])).toEqual([
    ["/r", null, null],
    [null, null, null],
  ]);
  const tables = [
    "events",
    "event_marks",
    "event_salts",
    "event_batches",
    "event_hours",
    "event_days",
    "api_keys",
  ];
  let dump = JSON.stringify(server.logs);
  for (const table of tables) {
    const { rows } = await server.services.database.execute(
      sql`select t::text as line from ${sql.identifier(table)} t`,
    );
    dump += JSON.stringify(rows);
  }
  expect(dump).toContain("private");
  for (const secret of secrets) expect(dump).not.toContain(secret);
});
