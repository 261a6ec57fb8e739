import { errors, webhookDeliverySchema } from "@lintel/contract";
import type { OpenAPI } from "@orpc/openapi";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { OpenApiValidator } from "../src/testing/openapi-validator.js";
import { managementOperations, publicOperations } from "../src/testing/operations.js";
import { type Answer, startTestServer, type TestServer } from "../src/testing/server.js";
import { waitUntil } from "../src/testing/wait-until.js";
import { startWebhookReceiver } from "../src/testing/webhook-receiver.js";

/* Rules of the public API's document that lie across its operations, over HTTP. */

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    rateLimit: true,
    environment: {
      LINTEL_ALLOW_PRIVATE_WEBHOOKS: "1",
      LINTEL_INGEST_PER_MINUTE: "40",
      LINTEL_API_PER_MINUTE: "20",
      LINTEL_PLANS: JSON.stringify({
        free: { members: 3, apiRequests: 10, storage: 1_000, events: 1_000 },
        roomy: { members: null, apiRequests: null, storage: null, events: null },
      }),
      LINTEL_DEFAULT_PLAN: "roomy",
    },
  });
});
afterAll(() => server.close());

const times = <T>(count: number, one: () => T): T[] => Array.from({ length: count }, one);
const batch = { events: [{ name: "pageview", timestamp: 1_772_616_600_000 }] };
const ingest = (key?: string) =>
  server.get("/events", { method: "POST", body: batch, ...(key !== undefined && { key }) });
const withStatus = (answers: Answer<unknown>[], status: number) =>
  answers.filter((answer) => answer.status === status);

const withPlan = async (plan: string) => {
  const workspace = await server.workspace();
  await server.services.connection.pool.query(
    "insert into subscriptions (organization_id, plan) values ($1, $2)",
    [workspace.organization, plan],
  );
  return workspace;
};

describe("the documented 401", () => {
  const keyed = publicOperations.filter(({ id }) => id !== "getHealth");

  it.each(keyed)(
    "$method $path has code and message, also with a body that is none",
    async ({ method, path }) => {
      const body = method === "GET" ? {} : { body: "{" };
      const { status, body: answer } = await server.fetch(path, { method, ...body });
      expect([status, answer]).toEqual([
        401,
        { defined: true, code: "UNAUTHORIZED", status: 401, message: errors.UNAUTHORIZED.message },
      ]);
    },
  );

  it("stands where a person's token is sent in place of a key, and where a key is sent in place of a person", async () => {
    const { owner, key, organization } = await server.workspace();
    const token = owner.cookie.split("=").at(-1) ?? "";
    for (const headers of [{ authorization: `Bearer ${token}` }, { "x-api-key": token }])
      expect((await server.get("/org", { headers })).status).toBe(401);
    const path = `/organizations/${organization}`;
    expect((await server.manage("GET", path, undefined, { key })).status).toBe(401);
    expect(managementOperations.length).toBeGreaterThan(0);
  });
});

describe("the budget of events", () => {
  it("is the key's own, and answers 429 RATE_LIMITED when it is used up", async () => {
    const { key } = await server.workspace();
    const answers = await Promise.all(times(60, () => ingest(key)));
    const refused = withStatus(answers, 429);
    expect(withStatus(answers, 200).length).toBeGreaterThanOrEqual(40);
    expect(refused[0]?.body).toEqual({
      defined: true,
      code: "RATE_LIMITED",
      status: 429,
      message: "Too many requests. Try again shortly.",
    });
    expect(refused[0]?.headers.get("ratelimit-policy")).toBe('"ingest";q=40;w=60');
    expect((await server.get("/org", { key })).status).toBe(200);
  });

  it("is not spent by other requests, nor theirs by events", async () => {
    const { key } = await server.workspace();
    await Promise.all(times(30, () => server.get("/org", { key })));
    expect((await server.get("/org", { key })).status).toBe(429);
    expect((await ingest(key)).status).toBe(200);
  });

  it("is all that events spend: the quota of API requests stays as it is, and stops none", async () => {
    const { key } = await withPlan("free");
    await Promise.all(times(12, () => ingest(key)));
    const used = async () => {
      const { body } = await server.get<{ usage: { feature: string; used: number }[] }>("/org/billing", {
        key,
      });
      return body.usage.find(({ feature }) => feature === "apiRequests")?.used;
    };
    expect(await used()).toBe(1);
    await Promise.all(times(12, () => server.get("/org", { key })));
    expect((await server.get("/org", { key })).body).toMatchObject({ code: "QUOTA_EXCEEDED", status: 429 });
    expect((await ingest(key)).status).toBe(200);
  });
});

it("the documented 429s are as the served description has them", async () => {
  const { body: document } = await server.get<OpenAPI.Document>("/openapi.json");
  const validator = new OpenApiValidator(document);
  const { key } = await withPlan("free");
  const answers = await Promise.all(times(30, () => server.get<{ code?: string }>("/org", { key })));
  const refusedWith = (code: string) => answers.find(({ body }) => body.code === code)!;
  const [overQuota, overBudget] = [refusedWith("QUOTA_EXCEEDED"), refusedWith("RATE_LIMITED")];
  const overIngest = withStatus(await Promise.all(times(60, () => ingest(key))), 429)[0]!;
  expect(validator.findings("/org", "get", overQuota)).toEqual([]);
  expect(validator.findings("/org", "get", overBudget)).toEqual([]);
  expect(validator.findings("/events", "post", overIngest)).toEqual([]);
});

it("content delivery is exempt from budget and quota, both used up", async () => {
  const { key } = await withPlan("free");
  await Promise.all(times(30, () => server.get("/org", { key })));
  for (const path of ["/model", "/content/none"]) {
    const answers = await Promise.all(times(40, () => server.get(path, { key })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([path === "/model" ? 200 : 404]));
  }
});

it("a batch may leave out context, metadata and props: they are empty then", async () => {
  const { key, organization } = await server.workspace();
  expect((await ingest(key)).body).toEqual({ accepted: 1 });
  const { rows } = await server.services.connection.pool.query(
    "select props, metadata, country from events where organization_id = $1",
    [organization],
  );
  expect(rows).toEqual([{ props: null, metadata: null, country: null }]);
});

it("member.joined is delivered to an endpoint that is registered for it, signed, and listed with its attempt", async () => {
  const { owner, organization, key } = await server.workspace();
  const receiver = await startWebhookReceiver(() => 200);
  const register = (events: string[]) =>
    server.get<{ id: string; secret: string }>("/webhooks", {
      method: "POST",
      key,
      body: { url: receiver.url, events },
    });
  const { body: endpoint } = await register(["member.joined"]);
  const { body: other } = await register(["entry.created"]);
  const { body: off } = await register(["member.joined"]);
  await server.get(`/webhooks/${off.id}`, { method: "PATCH", key, body: { enabled: false } });

  const user = await server.user();
  const invited = await server.manage<{ link: string }>(
    "POST",
    `/organizations/${organization}/invitations`,
    { email: user.email, role: "editor" },
    { cookie: owner.cookie },
  );
  const token = invited.body.link.split("/").at(-1);
  await server.manage("POST", "/invitations/accept", { token }, { cookie: user.cookie });

  const deliveries = async (id: string) => {
    const { status, body } = await server.get(`/webhooks/${id}/deliveries`, { key });
    expect(status).toBe(200);
    return z.array(webhookDeliverySchema).parse(body);
  };
  await waitUntil(async () => (await deliveries(endpoint.id))[0]?.status === "success");
  expect(await deliveries(endpoint.id)).toMatchObject([
    { eventType: "member.joined", status: "success", responseStatus: 200, attempts: 1 },
  ]);
  expect(await deliveries(other.id)).toEqual([]);
  expect(await deliveries(off.id)).toEqual([]);
  expect(receiver.received).toHaveLength(1);
  const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]];
  const said = new Webhook(endpoint.secret).verify(body, headers as Record<string, string>);
  expect(said).toMatchObject({ type: "member.joined", data: { member: { userId: user.id } } });
  await receiver.close();
});
