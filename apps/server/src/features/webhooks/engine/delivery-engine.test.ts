import { Webhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { afterEach, expect, test } from "vitest";
import { createDeliveryLine, type DeliveryLine } from "../../../testing/delivery-line.js";
import { waitUntil as waitFor } from "../../../testing/wait-until.js";
import {
  startWebhookReceiver,
  type WebhookAnswer,
  type WebhookReceiver,
} from "../../../testing/webhook-receiver.js";
import type { Target } from "./lanes.js";

/** On a loaded machine a condition takes its time; a test has 30 s in all. */
const waitUntil = (condition: () => boolean | Promise<boolean>) => waitFor(condition, 25_000);

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function line(): Promise<DeliveryLine> {
  const made = await createDeliveryLine();
  closing.push(made.close);
  return made;
}

async function receiver(answer?: WebhookAnswer): Promise<WebhookReceiver> {
  const made = await startWebhookReceiver(answer);
  closing.push(made.close);
  return made;
}

const statuses = async (at: DeliveryLine) => (await at.deliveries()).map(({ status }) => status);
const allDone = (at: DeliveryLine, count: number) =>
  waitUntil(async () => (await statuses(at)).filter((status) => status === "success").length === count);

test("an event reaches every enabled endpoint that listens for its type, once, and the official libraries verify it", async () => {
  const at = await line();
  const [one, two, other] = await Promise.all([receiver(), receiver(), receiver()]);
  const first = await at.endpoint(`${one.url}/hooks?a=1`, { events: ["entry.created", "entry.deleted"] });
  const second = await at.endpoint(two.url);
  await at.endpoint(other.url, { events: ["entry.deleted"] });
  at.startEngine();
  const ids = await at.emit(20);
  await allDone(at, 40);
  expect(one.ids().sort()).toEqual(ids);
  expect(two.ids().sort()).toEqual(ids);
  expect(other.received).toEqual([]);
  for (const [{ received }, { secret }] of [
    [one, first],
    [two, second],
  ] as const) {
    const { path, headers, body } = received[0]!;
    const signed = headers as Record<string, string>;
    const said = new Webhook(secret).verify(body, signed);
    expect(said).toEqual(new SvixWebhook(secret).verify(body, signed));
    expect(Object.keys(said as object)).toEqual(["type", "timestamp", "data"]);
    expect(said).toMatchObject({ type: "entry.created", data: { text: "é \u2028 <&>" } });
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": expect.stringMatching(/^Lintel\//),
    });
    expect(path).toBe(received === one.received ? "/hooks?a=1" : "/");
    expect(() => new Webhook(secret).verify(`${body} `, signed)).toThrow();
  }
  const { rows } = await at.database.$client.query("select * from webhook_attempts");
  expect(rows).toHaveLength(40);
  expect(rows[0]).toMatchObject({ number: 1, status: "success", response_status: 200, error: null });
});

test("a failure is tried again by the schedule with the same id and a fresh timestamp, until it is given up", async () => {
  const at = await line();
  const { url, received, ids } = await receiver(() => 500);
  const { secret } = await at.endpoint(url);
  at.startEngine();
  const [eventId] = await at.emit(1);
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 10; attempt++) {
    await waitUntil(async () => (await at.deliveries())[0]?.attempts === attempt);
    const [delivery] = await at.deliveries();
    if (!delivery?.next_at) break;
    const wait = delivery.next_at.getTime() - Date.now() - at.ahead;
    waits.push(wait);
    at.advance(wait + 1_000);
  }
  expect(waits.map((wait) => Math.round(wait / 1_000))).toEqual(
    [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map((seconds) =>
      expect.toSatisfy((value: number) => value >= seconds - 2 && value <= seconds * 1.1, `about ${seconds}`),
    ),
  );
  expect((await at.deliveries())[0]).toMatchObject({
    status: "failed",
    attempts: 10,
    response_status: 500,
    next_at: null,
  });
  expect(new Set(ids())).toEqual(new Set([eventId]));
  const stamps = received.map(({ headers }) => Number(headers["webhook-timestamp"]));
  expect(new Set(stamps).size).toBe(10);
  expect(stamps[9]! - stamps[0]!).toBeGreaterThan(75 * 3_600);
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  const last = received[9]!;
  expect(() => new Webhook(secret).verify(last.body, last.headers as Record<string, string>)).toThrow(
    "too new",
  );
  const { rows } = await at.database.$client.query(
    "select number, error from webhook_attempts order by number",
  );
  expect(rows.at(-1)).toEqual({ number: 10, error: "Answered 500, and only 2xx is a success." });
});

test("trust 32: what a killed process had in hand is sent again when its lease ends, with the same id and a fresh timestamp", async () => {
  const at = await line();
  const { url, ids, received } = await receiver();
  await at.endpoint(url);
  const [eventId] = await at.emit(1);
  // A process that took the delivery, sent it, and was killed before it could say so.
  const pool = at.database.$client;
  let isDead = false;
  const dying = new Proxy(pool, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...values: unknown[]) => {
        isDead ||= /insert into webhook_attempts/.test(String(values[0]));
        return isDead ? new Promise(() => {}) : Reflect.apply(value, target, values);
      };
    },
  });
  const killed = at.startEngine({ pool: dying });
  await waitUntil(() => isDead);
  killed.stop = async () => {};
  expect((await at.deliveries())[0]).toMatchObject({ status: "sending", attempts: 0 });
  at.startEngine();
  at.advance(30_000);
  expect(received).toHaveLength(1);
  at.advance(31_000);
  await allDone(at, 1);
  expect(ids()).toEqual([eventId, eventId]);
  const [first, second] = received.map(({ headers }) => Number(headers["webhook-timestamp"]));
  expect(second! - first!).toBeGreaterThanOrEqual(60);
});

test("trust 34: `Retry-After` puts off what else waits for that endpoint, too", async () => {
  const at = await line();
  const slow = await receiver((_, res) => void res.writeHead(429, { "retry-after": "120" }).end());
  await at.endpoint(slow.url);
  at.startEngine();
  await at.emit(1);
  await waitUntil(async () => (await at.deliveries())[0]?.attempts === 1);
  await at.emit(50);
  await waitUntil(async () => (await at.deliveries()).length === 51);
  at.advance(60_000);
  await at.emit(1);
  await waitUntil(async () => (await at.deliveries()).length === 52);
  expect(slow.received).toHaveLength(1);
  at.advance(61_000);
  await waitUntil(() => slow.received.length > 1);
});

test("trust 34: 410 and five days of failures disable, one failure after years of silence does not", async () => {
  const at = await line();
  const [gone, failing] = [await receiver(() => 410), await receiver(() => 500)];
  const goneId = (await at.endpoint(gone.url)).id;
  const failingId = (await at.endpoint(failing.url)).id;
  const disabled: [string, string][] = [];
  const disable = async ({ id }: Target, reason: string) => void disabled.push([id, reason]);
  at.startEngine({ disable });
  await at.emit(1);
  await waitUntil(async () => (await at.deliveries()).every(({ attempts }) => attempts === 1));
  await waitUntil(() => disabled.length === 1);
  expect(disabled).toEqual([[goneId, "gone"]]);
  at.advance(4 * 86_400_000);
  await waitUntil(async () => (await at.deliveries()).some(({ attempts }) => attempts === 2));
  expect(disabled).toHaveLength(1);
  at.advance(86_400_000);
  await waitUntil(() => disabled.length === 2);
  expect(disabled[1]).toEqual([failingId, "failing"]);
});

test("a success in between starts the five days anew", async () => {
  const at = await line();
  let status = 500;
  const { url } = await receiver(() => status);
  const { id } = await at.endpoint(url);
  const disabled: string[] = [];
  at.startEngine({ disable: async (target) => void disabled.push(target.id) });
  const since = async () =>
    (await at.database.$client.query("select failing_since from webhook_endpoints where id = $1", [id]))
      .rows[0]?.failing_since as Date | null;
  await at.emit(1);
  await waitUntil(async () => (await since()) !== null);
  status = 200;
  at.advance(10_000);
  await waitUntil(async () => (await since()) === null);
  status = 500;
  at.advance(6 * 86_400_000);
  await at.emit(1);
  await waitUntil(async () => (await since()) !== null);
  expect(disabled).toEqual([]);
});

test("trust 35: twenty-five receivers that never answer do not delay anybody else's deliveries", async () => {
  const at = await line();
  const silent = await receiver(() => {});
  for (let count = 0; count < 25; count++) await at.endpoint(`${silent.url}/${count}`);
  const other = await at.addOrganization();
  const quick = await receiver();
  await at.endpoint(quick.url, { organizationId: other });
  const neighbour = await receiver();
  await at.endpoint(neighbour.url, { events: ["entry.deleted"] });
  at.startEngine();
  await at.emit(400);
  await waitUntil(() => silent.received.length >= 25);
  const since = Date.now();
  for (let round = 0; round < 5; round++) {
    await at.emit(20, { organizationId: other });
    await waitUntil(() => quick.received.length === (round + 1) * 20);
  }
  expect(Date.now() - since).toBeLessThan(5_000);
  expect(silent.received.length).toBeLessThanOrEqual(64);
});

test("trust 35: a huge backlog of one organization does not hold another's deliveries up", async () => {
  const at = await line();
  const busy = await receiver();
  await at.endpoint(busy.url);
  const other = await at.addOrganization();
  const quick = await receiver();
  await at.endpoint(quick.url, { organizationId: other });
  await at.emit(5_000);
  const ids = await at.emit(5, { organizationId: other });
  at.startEngine();
  await waitUntil(() => quick.received.length === 5);
  expect(busy.received.length).toBeLessThan(2_000);
  expect(quick.ids().sort()).toEqual(ids);
});

test("several processes share the work, and no event is sent twice", async () => {
  const at = await line();
  const { url, ids } = await receiver();
  await at.endpoint(url);
  await at.endpoint(`${url}/second`);
  for (let count = 0; count < 3; count++) at.startEngine();
  const events: string[] = [];
  for (let round = 0; round < 10; round++) events.push(...(await at.emit(60)));
  await allDone(at, 1_200);
  expect(ids().sort()).toEqual([...events, ...events].sort());
});

test("trust 41: a stop lets attempts end and gives back what was not begun", async () => {
  const at = await line();
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { url, received } = await receiver((_, res) => {
    void held.then(() => res.end());
  });
  await at.endpoint(url);
  const engine = at.startEngine();
  await at.emit(30);
  await waitUntil(() => received.length === 8);
  const stopped = engine.stop();
  release();
  await stopped;
  const found = await statuses(at);
  expect(found.filter((status) => status === "success")).toHaveLength(8);
  expect(found.filter((status) => status === "pending")).toHaveLength(22);
});

test("deliveries that wait for an endpoint fail when it is disabled, and go with it when it is deleted", async () => {
  const at = await line();
  const { url, received } = await receiver();
  const { id } = await at.endpoint(url);
  const engine = at.startEngine({ pool: at.database.$client });
  await engine.stop();
  const pool = at.database.$client;
  const fannedOut = at.startEngine();
  await pool.query("update webhook_endpoints set enabled = false");
  await at.emit(3);
  await waitUntil(
    async () => (await pool.query("select 1 from webhook_events where fanned_out_at is null")).rowCount === 0,
  );
  expect(await at.deliveries()).toEqual([]);
  await pool.query(`insert into webhook_deliveries (organization_id, id, endpoint_id, event_id, event_type, status, next_at, created_at)
    select organization_id, 'dlv_' || id, '${id}', id, type, 'pending', now(), now() from webhook_events`);
  await waitUntil(async () => (await statuses(at)).every((status) => status === "failed"));
  await pool.query("update webhook_deliveries set status = 'pending', next_at = now()");
  await pool.query("delete from webhook_endpoints");
  await waitUntil(async () => (await at.deliveries()).length === 0);
  expect(received).toEqual([]);
  await fannedOut.stop();
});

test("a secret that does not open is said so in the attempt, and nothing is sent", async () => {
  const at = await line();
  const { url, received } = await receiver();
  await at.endpoint(url);
  await at.database.$client.query("update webhook_endpoints set secret = '\\x00'");
  at.startEngine();
  await at.emit(1);
  await waitUntil(async () => (await at.deliveries())[0]?.attempts === 1);
  const { rows } = await at.database.$client.query("select error from webhook_attempts");
  expect(rows[0]?.error).toContain("LINTEL_SECRET_PREVIOUS");
  expect(received).toEqual([]);
});

test("the beginning of an answer is kept for people, whatever is in it", async () => {
  const at = await line();
  const { url } = await receiver((_, res) => void res.writeHead(400).end(`bad\0${"é".repeat(20_000)}`));
  await at.endpoint(url);
  at.startEngine();
  await at.emit(1);
  await waitUntil(async () => (await at.deliveries())[0]?.attempts === 1);
  const { rows } = await at.database.$client.query("select response_body from webhook_attempts");
  expect(rows[0]?.response_body).toMatch(/^bad\ufffdé+/);
  expect(Buffer.byteLength(rows[0]?.response_body)).toBeLessThanOrEqual(16 * 1024 + 4);
});
