import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDeliveryLine, type DeliveryLine, testSecret } from "../../../testing/delivery-line.js";
import { waitUntil } from "../../../testing/wait-until.js";
import { startWebhookReceiver, type WebhookReceiver } from "../../../testing/webhook-receiver.js";
import { leaseMilliseconds } from "./lease.js";

/** `npm run test:kills` kills twenty times. */
const kills = Number(process.env.LINTEL_TEST_KILLS ?? 3);
const seed = Number(process.env.LINTEL_TEST_SEED ?? Date.now() % 1_000_000);

let line: DeliveryLine;
let receiver: WebhookReceiver;
let child: ChildProcess | undefined;

beforeAll(async () => {
  line = await createDeliveryLine();
  receiver = await startWebhookReceiver(
    (_, res) => void setTimeout(() => res.writeHead(200).end(), random() * 20),
  );
});
afterAll(async () => {
  child?.kill("SIGKILL");
  await line.close();
  await receiver.close();
});

/** mulberry32: the same numbers for the same seed. */
let state = seed;
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

/** Each process comes after the leases of the one before have ended, by its clock. */
async function startProcess(number: number): Promise<ChildProcess> {
  const script = fileURLToPath(new URL("../../../testing/delivery-process.ts", import.meta.url));
  const ahead = String(number * (leaseMilliseconds + 1_000));
  const started = fork(script, [line.databaseUrl, testSecret, ahead], {
    execArgv: ["--import", "tsx", "--conditions", "lintel-source"],
  });
  await new Promise<void>((resolve, reject) => {
    started.once("message", () => resolve());
    started.once("exit", (code, signal) =>
      reject(new Error(`It ended with ${code ?? signal} before it started.`)),
    );
  });
  return started;
}

test(
  `trust 32 and 38: killed ${kills} times while it delivers (seed ${seed}), every event arrives with its one id and none is lost`,
  async () => {
    await line.endpoint(`${receiver.url}/one`);
    await line.endpoint(`${receiver.url}/two`);
    const events = new Set<string>();
    const emit = async (): Promise<void> => {
      for (const id of await line.emit(40 + Math.floor(random() * 80))) events.add(id);
      await line.database.execute(
        `select pg_notify('lintel', '{"organizationId":"${line.organizationId}","events":true}')`,
      );
    };
    for (let number = 0; number < kills; number++) {
      const running = await startProcess(number);
      child = running;
      const before = receiver.received.length;
      await emit();
      await waitUntil(() => receiver.received.length > before);
      await Promise.all([emit(), wait(random() * 150)]);
      expect([running.exitCode, running.signalCode], "it ended by itself").toEqual([null, null]);
      running.kill("SIGKILL");
      await once(running, "exit");
    }
    child = await startProcess(kills);
    await waitUntil(async () => {
      const { rows } = await line.database.$client.query<{ left: number }>(
        `select (select count(*) from webhook_events where fanned_out_at is null)
         + (select count(*) from webhook_deliveries where status <> 'success') as left`,
      );
      return rows[0]?.left === 0;
    }, 25_000);

    const deliveries = await line.deliveries();
    expect(deliveries).toHaveLength(events.size * 2);
    for (const path of ["/one", "/two"]) {
      const ids = receiver.received
        .filter((one) => one.path === path)
        .map(({ headers }) => headers["webhook-id"]);
      expect(new Set(ids)).toEqual(events);
    }
    const { rows } = await line.database.$client.query<{ attempts: number }>(
      "select count(*) as attempts from webhook_attempts",
    );
    expect(rows[0]?.attempts).toBe(deliveries.reduce((sum, { attempts }) => sum + attempts, 0));
    expect(receiver.received.length).toBeGreaterThanOrEqual(deliveries.length);
  },
  30_000 + kills * 10_000,
);
