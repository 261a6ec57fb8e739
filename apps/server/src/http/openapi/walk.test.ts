import type { OpenAPI } from "@orpc/openapi";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSample } from "../../cli/seed.js";
import { newId } from "../../db/new-id.js";
import { OpenApiValidator } from "../../testing/openapi-validator.js";
import { fillPath, publicOperations } from "../../testing/operations.js";
import { type RequestOptions, startTestServer, type TestServer } from "../../testing/server.js";

let server: TestServer;
let key: string;
let validator: OpenApiValidator;

beforeAll(async () => {
  // Pings go to this machine, where nobody answers them.
  const environment = { LINTEL_STRANGERS_PER_MINUTE: "1000", LINTEL_ALLOW_PRIVATE_WEBHOOKS: "1" };
  server = await startTestServer({ rateLimit: true, environment });
  ({ apiKey: key } = await loadSample(server.services));
  const { body } = await server.get<OpenAPI.Document>("/openapi.json");
  validator = new OpenApiValidator(body);
}, 120_000);
afterAll(() => server.close());

test("the served document describes exactly the operations of the contract", () => {
  const described = Object.entries(validator.document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item ?? {}).map(
      ([method, operation]) => `${method} ${path} ${(operation as OpenAPI.OperationObject).operationId}`,
    ),
  );
  const inContract = publicOperations.map(
    ({ id, method, path }) => `${method.toLowerCase()} ${path.slice("/api/v1".length)} ${id}`,
  );
  expect(described.sort()).toEqual(inContract.sort());
});

const slugs = { type: "posts", slug: "" };

/** A body that is in order, for each operation that takes one. */
const bodies: Record<string, unknown> = {
  createWebhook: { url: "http://127.0.0.1:1/hooks", events: ["member.joined"] },
  updateWebhook: { events: ["member.joined", "ping"] },
  retryFailedDeliveries: { since: "2026-03-04T09:30:00.000Z" },
  ingestEvents: { events: [{ name: "pageview", timestamp: Date.now(), url: "/pricing" }] },
  publishTrackingPlan: {
    events: [{ name: "Signed up", props: [{ key: "plan", type: "enum", options: ["free", "pro"] }] }],
  },
};

describe.each(publicOperations)("$method $path answers as its description says", ({ id, method, path }) => {
  const documented = path.slice("/api/v1".length);
  const hasParameters = path.includes("{");

  async function check(status: number, options: RequestOptions & { query?: string; values?: object } = {}) {
    const { query = "", values = {}, ...request } = options;
    const url = fillPath(path, { ...(await parameters(path)), ...values }) + query;
    const answer = await server.fetch(url, { method, key, body: bodies[id], ...request });
    expect(answer.status).toBe(status);
    expect(validator.findings(documented, method, answer)).toEqual([]);
    return answer;
  }

  test("with 200", async () => {
    await check(200);
  });

  test("with 400 to a query parameter that it does not know", async () => {
    await check(400, { query: "?nonsense=1" });
  });

  test("with 405 to another method", async () => {
    const known = Object.keys(validator.document.paths?.[documented] ?? {});
    const other = ["DELETE", "PUT"].find((one) => !known.includes(one.toLowerCase())) ?? "";
    const answer = await server.fetch(fillPath(path, await parameters(path)), { method: other, key });
    expect(answer.status).toBe(405);
    expect(validator.findings(documented, method, answer)).toEqual([]);
  });

  test.runIf(id in bodies)("with 400 to a body that it does not take", async () => {
    await check(400, { body: [] });
  });

  test.runIf(id in bodies)("with 415 to a body of another type", async () => {
    await check(415, { headers: { "content-type": "text/plain" } });
  });

  test.runIf(id !== "getHealth")("with 401 without a key", async () => {
    await check(401, { key: "" });
  });

  test.runIf(hasParameters)("with 404 to what is not there", async () => {
    await check(404, {
      values: {
        type: "nowhere",
        slug: "nothing",
        id: newId("webhookEndpoint"),
        deliveryId: newId("delivery"),
      },
    });
  });

  test.runIf(["getModel", "listEntries", "getEntry"].includes(id))("with 304 to who holds it", async () => {
    const { headers } = await check(200);
    const etag = headers.get("etag") ?? "";
    const held = await check(304, { headers: { "if-none-match": etag } });
    expect(held.text).toBe("");
    await check(200, { headers: { "if-none-match": '"other"' } });
  });
});

const hook = { id: "", deliveryId: "" };

/** What the parameters of a path stand for. An endpoint is made again when a test deleted it. */
async function parameters(path: string): Promise<Record<string, string>> {
  slugs.slug ||= await firstPost();
  if (!path.includes("/webhooks/")) return slugs;
  const { status } = await server.get(`/webhooks/${hook.id || newId("webhookEndpoint")}`, { key });
  if (status !== 200) {
    const post = (to: string, body?: unknown) =>
      server.get<{ id: string }>(`/webhooks${to}`, { method: "POST", key, body });
    hook.id = (await post("", bodies.createWebhook)).body.id;
    hook.deliveryId = (await post(`/${hook.id}/ping`)).body.id;
  }
  return hook;
}

async function firstPost(): Promise<string> {
  const { body } = await server.get<{ entries: { slug: string }[] }>("/content/posts?limit=1", { key });
  return body.entries[0]?.slug ?? "";
}

test.each(["posts", "authors", "categories", "landing"])(
  "every entry of %s is as described",
  async (type) => {
    const answer = await server.get(`/content/${type}`, { key });
    expect(validator.findings("/content/{type}", "get", answer)).toEqual([]);
  },
);

test("queries with all parameters are answered as described", async () => {
  const query = "limit=3&sort=-title&where[title][ne]=x&search=the&fields=excerpt,author&include=author";
  const answer = await server.get(`/content/posts?${query}`, { key });
  expect(answer.text).toContain('"nextCursor"');
  expect(validator.findings("/content/{type}", "get", answer)).toEqual([]);
});

test("an answer that says more than its description, or less, is found out", () => {
  const headers = new Headers({
    "content-type": "application/json",
    "cache-control": "no-store",
    "x-new": "1",
  });
  expect(validator.findings("/health", "get", { status: 200, headers, text: '{"state":"ok"}' })).toEqual([
    "the header x-new is not documented",
    "the header x-request-id is not sent",
    "body must have required property 'status'",
    "body must NOT have additional properties",
  ]);
  expect(validator.findings("/health", "get", { status: 418, headers, text: "" })).toEqual([
    "418 is not documented",
  ]);
});
