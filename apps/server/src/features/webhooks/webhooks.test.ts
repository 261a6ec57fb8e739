import { Webhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSecretBox } from "../../secret-box.js";
import {
  type Answer,
  type RequestOptions,
  startTestServer,
  type TestServer,
  type TestUser,
} from "../../testing/server.js";
import { waitUntil } from "../../testing/wait-until.js";
import { startWebhookReceiver, type WebhookReceiver } from "../../testing/webhook-receiver.js";
import { purgeDeliveries } from "./jobs/purge-deliveries.js";
import { resealSecrets } from "./reseal-secrets.js";

interface Endpoint {
  id: string;
  url: string;
  events: string[];
  enabled: boolean;
  createdAt: string;
  secret: string;
}

interface Delivery {
  id: string;
  eventId: string;
  eventType: string;
  status: string;
  responseStatus: number | null;
  attempts: number;
  nextAttemptAt: string | null;
  error: string | null;
  createdAt: string;
}

let server: TestServer;
let owner: TestUser;
let organization: string;
let key: string;
let receiver: WebhookReceiver;
let status = 200;

beforeAll(async () => {
  server = await startTestServer({ environment: { LINTEL_ALLOW_PRIVATE_WEBHOOKS: "1" } });
  ({ owner, organization, key } = await server.workspace());
  receiver = await startWebhookReceiver(() => status);
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

const api = <T>(method: string, path: string, body?: unknown, options: RequestOptions = {}) =>
  server.get<T>(`/webhooks${path}`, { method, key, ...(body !== undefined && { body }), ...options });
const manage = <T>(method: string, path: string, body?: unknown) =>
  server.manage<T>(method, `/organizations/${organization}${path}`, body, owner);

async function create(events = ["member.joined"], url = receiver.url): Promise<Endpoint> {
  const { status, body, text } = await api<Endpoint>("POST", "", { url, events });
  expect(status, text).toBe(200);
  return body;
}

async function delivered(endpoint: { id: string }, id: string): Promise<Delivery> {
  const find = async () =>
    (await api<Delivery[]>("GET", `/${endpoint.id}/deliveries`)).body.find((one) => one.id === id);
  await waitUntil(async () => (await find())?.status !== "pending");
  return (await find())!;
}

test("an endpoint is answered with its secret once, and read, listed, changed and deleted without it", async () => {
  const { secret, ...endpoint } = await create();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(endpoint).toEqual({
    id: expect.stringMatching(/^whe_/),
    url: `${receiver.url}/`,
    events: ["member.joined"],
    enabled: true,
    createdAt: expect.stringMatching(/^\d{4}-/),
  });
  expect((await api("GET", `/${endpoint.id}`)).body).toEqual(endpoint);
  expect((await api<Endpoint[]>("GET", "")).body).toContainEqual(endpoint);
  const changes = {
    url: `${receiver.url}/new`,
    events: ["entry.created", "ping", "entry.created"],
    enabled: false,
  };
  const changed = { ...endpoint, ...changes, events: ["entry.created", "ping"] };
  expect((await api("PATCH", `/${endpoint.id}`, { ...changes, id: "whe_x", secret: "mine" })).body).toEqual(
    changed,
  );
  expect((await api("PATCH", `/${endpoint.id}`, {})).body).toEqual(changed);
  expect((await api("DELETE", `/${endpoint.id}`)).body).toEqual({ ok: true });
  expect((await api("GET", `/${endpoint.id}`)).status).toBe(404);
  expect((await api("DELETE", `/${endpoint.id}`)).status).toBe(404);
});

test.each([
  [{}, ["url", "events"]],
  [{ url: "https://example.com/", events: [] }, ["events"]],
  [{ url: "https://example.com/", events: ["member.joined", "nothing.known"] }, ["events[1]"]],
  [{ url: "https://example.com/", events: "member.joined" }, ["events"]],
  [{ url: 7, events: ["ping"] }, ["url"]],
  [{ url: "not a url", events: ["ping"] }, ["url"]],
  [{ url: "ftp://example.com/", events: ["ping"] }, ["url"]],
  [{ url: "https://example.com/\r\nx", events: ["ping"] }, ["url"]],
  [{ url: "https://ada:pass@example.com/", events: ["ping"] }, ["url"]],
  [{ url: `https://example.com/${"a".repeat(2_040)}`, events: ["ping"] }, ["url"]],
])("a body like %j is refused, and each place named", async (body, paths) => {
  const answer = await api<{ data: { issues: { path: string }[] } }>("POST", "", body);
  expect([answer.status, answer.body.data.issues.map(({ path }) => path)]).toEqual([400, paths]);
});

test("trust 4: unknown members of a body are ignored", async () => {
  const mine = {
    organizationId: "org_x",
    id: "whe_x",
    enabled: false,
    secret: "whsec_x",
    createdAt: "2020-01-01",
  };
  const { body } = await api<Endpoint>("POST", "", { url: receiver.url, events: ["ping"], ...mine });
  expect(body.enabled).toBe(true);
  expect(body.id).not.toBe("whe_x");
  await api("DELETE", `/${body.id}`);
});

test("trust 28: without the setting for development, private addresses and plain http are refused when saved", async () => {
  const strict = await startTestServer();
  const { key } = await strict.workspace();
  const send = (url: string) =>
    strict.get<{ message: string }>("/webhooks", { method: "POST", key, body: { url, events: ["ping"] } });
  for (const url of ["https://127.0.0.1/", "https://[::1]/", "https://0x7f.1/", "https://169.254.169.254/"]) {
    const { status, body } = await send(url);
    expect([status, body.message]).toEqual([400, expect.stringContaining("is not a public address")]);
  }
  expect((await send("http://1.1.1.1/")).body.message).toContain("https://");
  expect((await send("https://1.1.1.1/hooks")).status).toBe(200);
  await strict.close();
});

test("an organization has at most 25 endpoints, also when they are asked for at once", async () => {
  const { key } = await server.workspace();
  const ask = () => api("POST", "", { url: receiver.url, events: ["ping"] }, { key });
  const answers = await Promise.all(Array.from({ length: 28 }, ask));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(25);
  expect(answers.find(({ status }) => status === 409)?.text).toContain("at most 25");
  expect((await api<Endpoint[]>("GET", "", undefined, { key })).body).toHaveLength(25);
});

test("trust 1: another organization's endpoint and deliveries answer like those that do not exist", async () => {
  const endpoint = await create();
  const { body: ping } = await api<Delivery>("POST", `/${endpoint.id}/ping`);
  const stranger = await server.workspace();
  const absent = `whe_${endpoint.id.slice(4, -4)}0000`;
  const since = { since: "2020-01-01T00:00:00.000Z" };
  const operations: [string, string, unknown?][] = [
    ["GET", ""],
    ["PATCH", "", { enabled: false }],
    ["PATCH", "", { url: "https://127.0.0.1/" }],
    ["DELETE", ""],
    ["POST", "/rotate-secret"],
    ["POST", "/ping"],
    ["GET", "/deliveries"],
    ["POST", "/retry-failed", since],
    ["POST", `/deliveries/${ping.id}/retry`],
  ];
  for (const [method, path, body] of operations) {
    const [foreign, none] = await Promise.all(
      [endpoint.id, absent].map((id) => api(method, `/${id}${path}`, body, { key: stranger.key })),
    );
    expect(foreign!.status, path).toBe(404);
    expect(foreign!.text).toBe(none!.text);
  }
  const second = await create();
  expect((await api("POST", `/${second.id}/deliveries/${ping.id}/retry`)).status).toBe(404);
});

test("a ping reaches the endpoint whatever it listens for, signed so that the official libraries verify it", async () => {
  const endpoint = await create();
  receiver.received.length = 0;
  const { body: ping } = await api<Delivery>("POST", `/${endpoint.id}/ping`);
  expect(ping).toMatchObject({ eventType: "ping", status: "pending", responseStatus: null, attempts: 0 });
  expect(await delivered(endpoint, ping.id)).toEqual({
    ...ping,
    status: "success",
    responseStatus: 200,
    attempts: 1,
    nextAttemptAt: null,
  });
  expect(receiver.received).toHaveLength(1);
  const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]];
  expect(headers["webhook-id"]).toBe(ping.eventId);
  const said = new Webhook(endpoint.secret).verify(body, headers as Record<string, string>);
  expect(said).toMatchObject({ type: "ping", data: { endpointId: endpoint.id, by: null } });
});

test("trust 36: for a day after its rotation a secret verifies beside newer ones, then no more, and no dump holds any", async () => {
  const endpoint = await create();
  const rotate = () => api<Endpoint>("POST", `/${endpoint.id}/rotate-secret`);
  const between = (await rotate()).body;
  const rotated = (await rotate()).body;
  const all = [endpoint, between, rotated];
  expect(new Set(all.map(({ secret }) => secret)).size).toBe(3);
  async function ping(): Promise<[string, Record<string, string>]> {
    receiver.received.length = 0;
    const { body } = await api<Delivery>("POST", `/${endpoint.id}/ping`);
    await delivered(endpoint, body.id);
    const [{ body: said, headers }] = receiver.received as [(typeof receiver.received)[0]];
    return [said, headers as Record<string, string>];
  }
  const during = await ping();
  for (const { secret } of all)
    for (const Library of [Webhook, SvixWebhook]) expect(new Library(secret).verify(...during)).toBeTruthy();
  const { pool } = server.services.connection;
  await pool.query(
    "update webhook_endpoints set previous_secrets = jsonb_set(previous_secrets, '{0,until}', to_jsonb(now())) where id = $1",
    [endpoint.id],
  );
  const after = await ping();
  for (const { secret } of [between, rotated]) expect(new Webhook(secret).verify(...after)).toBeTruthy();
  expect(() => new Webhook(endpoint.secret).verify(...after)).toThrow("No matching signature");
  const { rows } = await pool.query(
    "select to_jsonb(e)::text as stored from webhook_endpoints e union all select to_jsonb(a)::text from audit_records a",
  );
  const dump = JSON.stringify(rows) + JSON.stringify(server.logs);
  for (const { secret } of all) {
    const bytes = Buffer.from(secret.slice(6), "base64");
    for (const form of [secret.slice(6), bytes.toString("hex")]) expect(dump).not.toContain(form);
  }
});

test("with five secrets that still sign one more rotation is refused until the oldest ends, and changes nothing", async () => {
  const endpoint = await create();
  const rotate = () => api<Endpoint & { message: string }>("POST", `/${endpoint.id}/rotate-secret`);
  for (let count = 0; count < 5; count++) expect((await rotate()).status).toBe(200);
  const { pool } = server.services.connection;
  const stored = async () => {
    const { rows } = await pool.query("select * from webhook_endpoints where id = $1", [endpoint.id]);
    return rows[0] as { secret: Buffer; previous_secrets: { until: string }[] };
  };
  const before = await stored();
  const { status, body } = await rotate();
  expect([status, body.message]).toEqual([409, expect.stringContaining(before.previous_secrets[0]!.until)]);
  expect(await stored()).toEqual(before);
  await pool.query(
    "update webhook_endpoints set previous_secrets = jsonb_set(previous_secrets, '{0,until}', to_jsonb(now())) where id = $1",
    [endpoint.id],
  );
  expect((await rotate()).status).toBe(200);
  expect((await stored()).previous_secrets.slice(0, 4)).toEqual(before.previous_secrets.slice(1));
});

test("deliveries are listed newest first, page by page, by the links of their answers", async () => {
  const endpoint = await create();
  const made: string[] = [];
  for (let count = 0; count < 5; count++)
    made.unshift((await api<Delivery>("POST", `/${endpoint.id}/ping`)).body.id);
  await Promise.all(made.map((id) => delivered(endpoint, id)));
  const seen: string[] = [];
  let next: string | undefined = `/${endpoint.id}/deliveries?limit=2`;
  for (let pages = 0; next !== undefined; pages++) {
    const { body, headers }: Answer<Delivery[]> = await api<Delivery[]>("GET", next);
    seen.push(...body.map(({ id }) => id));
    const link: string | null = headers.get("link");
    expect(link === null).toBe(pages === 2);
    next = /^<[^>]*\/api\/v1\/webhooks(\/[^>]+)>; rel="next"$/.exec(link ?? "")?.[1];
  }
  expect(seen).toEqual(made);
  const first = await api("GET", `/${endpoint.id}/deliveries`);
  expect(first.headers.get("link")).toBeNull();
});

test.each([
  "limit=0",
  "limit=101",
  "limit=-1",
  "limit=NaN",
  "limit=1e9",
  "cursor=nonsense",
  "cursor=dlv_1",
  "page=2",
])("trust 16: a list of deliveries refuses %s", async (query) => {
  const [endpoint] = (await api<Endpoint[]>("GET", "")).body;
  expect((await api("GET", `/${endpoint?.id}/deliveries?${query}`)).status).toBe(400);
});

test("a failed delivery can be retried alone or with all others since an instant, and keeps its event's id", async () => {
  const endpoint = await create();
  status = 410;
  const { body: ping } = await api<Delivery>("POST", `/${endpoint.id}/ping`);
  expect(await delivered(endpoint, ping.id)).toMatchObject({
    status: "failed",
    responseStatus: 410,
    attempts: 1,
  });
  await waitUntil(async () => !(await api<Endpoint>("GET", `/${endpoint.id}`)).body.enabled);
  status = 200;
  const retry = () => api<Delivery>("POST", `/${endpoint.id}/deliveries/${ping.id}/retry`);
  expect([(await retry()).status, (await api("POST", `/${endpoint.id}/ping`)).status]).toEqual([409, 409]);
  await api("PATCH", `/${endpoint.id}`, { enabled: true });
  expect((await retry()).body).toMatchObject({ status: "pending", attempts: 1 });
  expect(await delivered(endpoint, ping.id)).toMatchObject({
    status: "success",
    attempts: 2,
    eventId: ping.eventId,
  });

  await server.services.connection.pool.query(
    "update webhook_deliveries set status = 'failed' where id = $1",
    [ping.id],
  );
  const since = (at: string) =>
    api<{ retried: number }>("POST", `/${endpoint.id}/retry-failed`, { since: at });
  expect((await since(new Date(Date.now() + 60_000).toISOString())).body).toEqual({ retried: 0 });
  expect((await since(ping.createdAt)).body).toEqual({ retried: 1 });
  expect(await delivered(endpoint, ping.id)).toMatchObject({ status: "success", attempts: 3 });
  expect((await since("yesterday")).text).toContain("or 2026-03-04T10:30:00+01:00");
});

test("a retry of failures takes along what waits for its next attempt, and the record says until when and why", async () => {
  const endpoint = await create();
  status = 500;
  const { body: ping } = await api<Delivery>("POST", `/${endpoint.id}/ping`);
  const read = async () =>
    (await api<Delivery[]>("GET", `/${endpoint.id}/deliveries`)).body.find(({ id }) => id === ping.id)!;
  await waitUntil(async () => (await read()).attempts === 1);
  const { pool } = server.services.connection;
  await pool.query(
    "update webhook_deliveries set next_at = '2100-01-01T00:00:00Z', step = 8, created_at = now() - interval '1 hour' where id = $1",
    [ping.id],
  );
  expect(await read()).toMatchObject({
    status: "pending",
    nextAttemptAt: "2100-01-01T00:00:00.000Z",
    error: "Answered 500, and only 2xx is a success.",
  });
  status = 200;
  const minuteAgo = new Date(Date.now() - 60_000).toISOString();
  const offset = new Date(Date.now() + 3_540_000).toISOString().replace("Z", "+01:00");
  const retry = (since: string) =>
    api<{ retried: number }>("POST", `/${endpoint.id}/retry-failed`, { since });
  expect((await retry(new Date(Date.now() + 60_000).toISOString())).body).toEqual({ retried: 0 });
  expect((await retry(offset)).body).toEqual({ retried: 1 });
  expect(await delivered(endpoint, ping.id)).toMatchObject({
    status: "success",
    attempts: 2,
    nextAttemptAt: null,
    error: null,
  });
  expect((await retry(minuteAgo)).body).toEqual({ retried: 0 });
});

test("a delivery that failed unsent says that its endpoint was disabled", async () => {
  const endpoint = await create();
  const { body: ping } = await api<Delivery>("POST", `/${endpoint.id}/ping`);
  await delivered(endpoint, ping.id);
  const { pool } = server.services.connection;
  await pool.query("delete from webhook_attempts where delivery_id = $1", [ping.id]);
  await pool.query("update webhook_endpoints set enabled = false where id = $1", [endpoint.id]);
  await pool.query(
    "update webhook_deliveries set status = 'pending', attempts = 0, next_at = now() where id = $1",
    [ping.id],
  );
  expect(await delivered(endpoint, ping.id)).toMatchObject({
    status: "failed",
    error: "Not sent, because the endpoint was disabled.",
  });
});

test("an address is kept as it is dialled, also when it is changed", async () => {
  const typed = receiver.url.replace("http://", "HTTP://");
  const endpoint = await create(["ping"], `${typed}/a/../b?q=ü`);
  expect(endpoint.url).toBe(`${receiver.url}/b?q=%C3%BC`);
  const { body } = await api<Endpoint>("PATCH", `/${endpoint.id}`, { url: typed });
  expect(body.url).toBe(`${receiver.url}/`);
});

test("a bad cursor of deliveries is told where the good ones are", async () => {
  const endpoint = await create();
  const { text } = await api("GET", `/${endpoint.id}/deliveries?cursor=x`);
  expect(text).toContain("`Link` header");
  expect((await manage("GET", `/webhooks/${endpoint.id}/deliveries?cursor=x`)).text).toContain("nextCursor");
});

test("trust 34: the owners are told by mail when an endpoint is disabled, and the Studio why", async () => {
  const endpoint = await create(["ping"], `${receiver.url}/?token=very-secret`);
  const mails = () =>
    server.logs.filter(({ to, subject }) => to === owner.email && /disabled/.test(String(subject)));
  const before = mails().length;
  status = 410;
  await api("POST", `/${endpoint.id}/ping`);
  await waitUntil(() => mails().length > before);
  status = 200;
  expect(mails().at(-1)?.text).toContain("It answered 410");
  expect(JSON.stringify(server.logs)).not.toContain("very-secret");
  const { body } = await manage("GET", `/webhooks/${endpoint.id}`);
  expect(body).toMatchObject({ enabled: false, disabledReason: "gone", disabledAt: expect.any(String) });
});

test("the management API shows attempts with their answers and what was sent", async () => {
  const made = await manage<{ endpoint: Endpoint; secret: string }>("POST", "/webhooks", {
    url: receiver.url,
    events: ["entry.created"],
  });
  const { endpoint, secret } = made.body;
  expect(endpoint).toMatchObject({
    createdBy: { id: owner.id },
    failingSince: null,
    previousSecretUntil: null,
  });
  const { body: ping } = await manage<Delivery>("POST", `/webhooks/${endpoint.id}/ping`);
  await delivered(endpoint, ping.id);
  const { body } = await manage<{ requestBody: string }>(
    "GET",
    `/webhooks/${endpoint.id}/deliveries/${ping.id}`,
  );
  expect(body).toMatchObject({
    delivery: { id: ping.id, status: "success", nextAttemptAt: null },
    attempts: [{ number: 1, status: "success", responseStatus: 200, error: null, responseBody: "" }],
  });
  expect(JSON.parse(body.requestBody)).toMatchObject({
    type: "ping",
    data: { by: { id: owner.id, name: owner.name } },
  });
  const list = await manage<{ deliveries: Delivery[] }>(
    "GET",
    `/webhooks/${endpoint.id}/deliveries?status=success`,
  );
  expect(list.body).toMatchObject({ deliveries: [{ id: ping.id }], nextCursor: null });
  const rotated = await manage<{ secret: string; endpoint: { previousSecretUntil: string } }>(
    "POST",
    `/webhooks/${endpoint.id}/rotate-secret`,
  );
  expect(rotated.body.secret).not.toBe(secret);
  expect(Date.parse(rotated.body.endpoint.previousSecretUntil)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  const listed = await manage<{ endpoints: Endpoint[] }>("GET", "/webhooks");
  expect(listed.text).not.toContain("whsec_");
  const types = await manage<{ eventTypes: { type: string }[] }>("GET", "/webhook-event-types");
  expect(types.body.eventTypes.map(({ type }) => type)).toContain("member.joined");
  expect((await manage("DELETE", `/webhooks/${endpoint.id}`)).status).toBe(200);
});

test("what is done to endpoints is in the audit log, with the key or the person who did it", async () => {
  const fresh = await server.workspace();
  const made = await api<Endpoint>(
    "POST",
    "",
    { url: `${receiver.url}/?k=hidden`, events: ["ping"] },
    { key: fresh.key },
  );
  await api("PATCH", `/${made.body.id}`, { enabled: false }, { key: fresh.key });
  const { body, text } = await server.manage<{ records: { action: string; via: string; data: unknown }[] }>(
    "GET",
    `/organizations/${fresh.organization}/audit?action=webhook`,
    undefined,
    fresh.owner,
  );
  expect(body.records).toMatchObject([
    {
      action: "webhook.updated",
      via: "api",
      data: { enabled: false, apiKey: expect.stringMatching(/^key_/) },
    },
    { action: "webhook.created", via: "api" },
  ]);
  expect(text).not.toContain("hidden");
});

test("trust 36: secrets are sealed anew after the deployment's secret changed, and still sign", async () => {
  const endpoint = await create();
  await api("POST", `/${endpoint.id}/rotate-secret`);
  const { database, secret: first } = server.services;
  const second = "another secret of the deployment, as long as it has to be";
  const rotated = createSecretBox(second, first);
  expect(await resealSecrets({ database, secrets: createSecretBox(second) })).toMatchObject({ resealed: 0 });
  const { resealed, unreadable } = await resealSecrets({ database, secrets: rotated });
  const { rows } = await server.services.connection.pool.query(
    "select previous_secrets from webhook_endpoints where id = $1",
    [endpoint.id],
  );
  expect(rotated.isCurrent(Buffer.from(rows[0].previous_secrets[0].sealed, "hex"))).toBe(true);
  expect(resealed).toBeGreaterThan(0);
  expect(unreadable).toBe(0);
  expect(await resealSecrets({ database, secrets: rotated })).toEqual({ resealed: 0, unreadable: 0 });
  const beside = await startTestServer({
    beside: server,
    environment: { LINTEL_SECRET: second, LINTEL_ALLOW_PRIVATE_WEBHOOKS: "1" },
  });
  await resealSecrets({ database, secrets: createSecretBox(first, second) });
  await beside.close();
  const { body } = await api<Delivery>("POST", `/${endpoint.id}/ping`);
  expect(await delivered(endpoint, body.id)).toMatchObject({ status: "success" });
});

test("deliveries and their attempts are kept for 30 days", async () => {
  const endpoint = await create();
  const { body: ping } = await api<Delivery>("POST", `/${endpoint.id}/ping`);
  await delivered(endpoint, ping.id);
  const { database, connection } = server.services;
  const left = async () => {
    const { rows } = await connection.pool.query(
      "select (select count(*) from webhook_deliveries) as deliveries, (select count(*) from webhook_attempts) as attempts",
    );
    return rows[0] as { deliveries: number; attempts: number };
  };
  const before = await left();
  const at = (days: number) => new Date(Date.parse(ping.createdAt) + days * 86_400_000);
  expect(await purgeDeliveries(database, at(29.9))).toEqual({ deliveries: 0, attempts: 0 });
  expect(await purgeDeliveries(database, at(30.1))).toEqual(before);
  expect(await left()).toEqual({ deliveries: 0, attempts: 0 });
});
