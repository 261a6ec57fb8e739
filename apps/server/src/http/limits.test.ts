import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectDocumented } from "../testing/expect-documented.js";
import { rawRequest } from "../testing/raw-request.js";
import { type Answer, startTestServer, type TestServer } from "../testing/server.js";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    rateLimit: true,
    environment: {
      LINTEL_API_PER_MINUTE: "30",
      LINTEL_STRANGERS_PER_MINUTE: "10",
      LINTEL_TRUSTED_PROXIES: "127.0.0.0/8,::1",
    },
  });
});
afterAll(() => server.close());

const from = (address: string) => ({ "x-forwarded-for": address });
const times = <T>(count: number, one: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => one(index));
const statuses = (answers: Answer<unknown>[]) => answers.map(({ status }) => status).sort();

describe("the budget of a key", () => {
  it("answers 429 in the documented body once it is used up, with the headers that say when to come back", async () => {
    const { key } = await server.workspace();
    const first = await server.get("/org", { key });
    expect(first.headers.get("ratelimit-policy")).toBe('"api";q=30;w=60');
    expect(first.headers.get("ratelimit")).toBe('"api";r=29;t=2');
    expect(first.headers.get("retry-after")).toBeNull();
    const answers = await Promise.all(times(40, () => server.get("/org", { key })));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(9);
    expect(refused[0]).toMatchObject({
      body: {
        defined: true,
        code: "RATE_LIMITED",
        status: 429,
        message: "Too many requests. Try again shortly.",
      },
    });
    const { headers } = refused[0]!;
    expect(headers.get("ratelimit")).toMatch(/^"api";r=0;t=\d+$/);
    expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  });

  it("is spent by every operation but the model and the content", async () => {
    const { key } = await server.workspace();
    await Promise.all(times(40, () => server.get("/org", { key })));
    expect((await server.get("/org/billing", { key })).status).toBe(429);
    const model = await server.get("/model", { key });
    expect(model.status).toBe(200);
    expect(model.headers.get("ratelimit")).toBeNull();
    expect((await server.get("/content/none", { key })).status).toBe(404);
  });

  it("is another's no less", async () => {
    const [one, other] = [await server.workspace(), await server.workspace()];
    await Promise.all(times(40, () => server.get("/org", { key: one.key })));
    expect((await server.get("/org", { key: other.key })).status).toBe(200);
  });
});

describe("the budget of an address", () => {
  it.each(["/org", "/model", "/content/posts"])(
    "is spent at %s without a key, or with a wrong one",
    async (path) => {
      const address = `203.0.113.${path.length}`;
      const answers = await Promise.all(
        times(14, (index) =>
          server.get(path, { headers: from(address), ...(index % 2 && { key: "wrong" }) }),
        ),
      );
      expect(statuses(answers)).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
      const refused = answers.find(({ status }) => status === 429)!;
      expect(refused.body).toMatchObject({ defined: true, code: "RATE_LIMITED", status: 429 });
      expect(refused.headers.get("ratelimit-policy")).toBe('"address";q=10;w=60');
    },
  );

  it("lets a key in force through, also when it is used up", async () => {
    const { key } = await server.workspace();
    await Promise.all(times(14, () => server.get("/org", { headers: from("203.0.113.200") })));
    expect((await server.get("/org", { headers: from("203.0.113.200"), key })).status).toBe(200);
  });

  it("is not spent by the health check", async () => {
    const answers = await Promise.all(
      times(30, () => server.get("/health", { headers: from("203.0.113.201") })),
    );
    expect(new Set(statuses(answers))).toEqual(new Set([200]));
  });

  it("trust 18: is one for all addresses of an IPv6 /64", async () => {
    const answers = await Promise.all(
      times(20, (index) => server.get("/org", { headers: from(`2001:db8:7:7:${index}::${index}`) })),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    expect((await server.get("/org", { headers: from("2001:db8:7:8::1") })).status).toBe(401);
  });

  it("trust 18: is not escaped by an address that the visitor writes in front of what the proxy adds", async () => {
    const answers = await Promise.all(
      times(20, (index) => server.get("/org", { headers: from(`198.51.100.${index}, 203.0.113.202`) })),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  it("trust 18: is the connection's where no proxy is trusted, whatever the header says", async () => {
    const plain = await startTestServer({
      rateLimit: true,
      environment: { LINTEL_STRANGERS_PER_MINUTE: "10" },
    });
    const answers = await Promise.all(
      times(20, (index) => plain.get("/org", { headers: from(`198.51.100.${index}`) })),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    await plain.close();
  });
});

it("shares the budgets with another process on the same database, within 5 percent", async () => {
  const environment = { LINTEL_API_PER_MINUTE: "200" };
  const one = await startTestServer({ rateLimit: true, environment });
  const other = await startTestServer({ rateLimit: true, environment, beside: one });
  const { key } = await one.workspace();
  const began = Date.now();
  let allowed = 0;
  for (let round = 0; round < 20; round++) {
    const answers = await Promise.all(
      [one, other].flatMap((server) => times(10, () => server.get("/org", { key }))),
    );
    allowed += answers.filter(({ status }) => status === 200).length;
  }
  const cameBack = ((Date.now() - began) / 60_000) * 200;
  expect(allowed).toBeGreaterThanOrEqual(200 * 0.95);
  expect(allowed).toBeLessThanOrEqual((200 + cameBack) * 1.05);
  await other.close();
  await one.close();
});

it("a request body is read by nobody whose budget is used up", async () => {
  const { port } = server;
  const request = (length: number) =>
    `GET /api/v1/org HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 203.0.113.203\r\ncontent-length: ${length}\r\n\r\n`;
  await Promise.all(times(12, () => server.get("/org", { headers: from("203.0.113.203") })));
  expectDocumented(await rawRequest(port, request(1_000_000)), 429, "RATE_LIMITED");
});

it("trust 18: sign-in counts an IPv6 /64 as one address, and what a visitor forges as none", async () => {
  const ask = (address: string, index: number) =>
    server.fetch("/api/auth/request-password-reset", {
      method: "POST",
      body: { email: `limit.${index}@example.test` },
      headers: { origin: server.origin, ...from(address) },
    });
  const rotating = await Promise.all(times(14, (index) => ask(`2001:db8:9:9:${index}::1`, index)));
  expect(rotating.filter(({ status }) => status === 429)).toHaveLength(4);
  const forging = await Promise.all(times(14, (index) => ask(`192.0.2.${index}, 203.0.113.210`, index)));
  expect(forging.filter(({ status }) => status === 429)).toHaveLength(4);
});
