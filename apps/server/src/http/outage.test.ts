import { errorBodySchema } from "@lintel/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.js";
import { type DatabaseProxy, openDatabaseProxy } from "../testing/database-proxy.js";
import { startTestServer, type TestServer } from "../testing/server.js";
import { waitUntil } from "../testing/wait-until.js";

let database: TestDatabase;
let proxy: DatabaseProxy;
let server: TestServer;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await openDatabaseProxy(database.databaseUrl);
  server = await startTestServer({ rateLimit: true, environment: { DATABASE_URL: proxy.databaseUrl } });
});
afterAll(async () => {
  await server.close();
  await proxy.close();
  await database.drop();
});

test("trust 40: without its database the service answers 503, and recovers by itself", async () => {
  const { owner, organization, key } = await server.workspace();
  const requests = () =>
    Promise.all([
      server.get("/org", { key }),
      server.get("/model", { key }),
      server.manage("GET", "/me", undefined, { cookie: owner.cookie }),
      server.manage(
        "POST",
        `/organizations/${organization}/keys`,
        { name: "Lost" },
        { cookie: owner.cookie },
      ),
      server.fetch("/api/auth/get-session", { cookie: owner.cookie }),
      server.fetch("/ready"),
      server.fetch("/api/v1/events", {
        method: "POST",
        key,
        body: { events: [{ name: "pageview", timestamp: Date.now() }] },
      }),
    ]);
  expect((await requests()).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 200]);

  await proxy.cut();
  for (const { status, body, headers } of await requests()) {
    expect(status).toBe(503);
    expect(errorBodySchema.parse(body)).toMatchObject({
      defined: true,
      code: "SERVICE_UNAVAILABLE",
      status: 503,
    });
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get("retry-after")).toMatch(/^\d+$/);
  }
  expect((await server.get("/health")).status).toBe(200);
  const strangers = await Promise.all(Array.from({ length: 80 }, () => server.get("/org")));
  expect(strangers.filter(({ status }) => status === 401).length).toBeGreaterThanOrEqual(60);
  expect(strangers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  expect(strangers.filter(({ status }) => status >= 500)).toEqual([]);

  await proxy.restore();
  await waitUntil(async () => (await server.fetch("/ready")).status === 200);
  expect((await requests()).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 200]);
  await waitUntil(() => server.services.signals.connected);
});
