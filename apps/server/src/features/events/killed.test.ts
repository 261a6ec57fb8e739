import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../db/database.js";
import { Command } from "../../testing/command.js";
import { createTestDatabase, type TestDatabase } from "../../testing/database.js";
import { freePort } from "../../testing/free-port.js";
import { rollUp } from "./rollups/roll-up.js";

/** `npm run test:kills` kills it 20 times. */
const kills = Number(process.env.LINTEL_TEST_KILLS ?? 3);
const seed = Number(process.env.LINTEL_TEST_SEED ?? Date.now() % 1_000_000);
const clients = 8;

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "lintel-killed-"));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

test(
  `trust 37 and 38: a service killed ${kills} times while events come in loses none and counts none twice (seed ${seed})`,
  async () => {
    const port = await freePort();
    const environment = {
      PORT: String(port),
      LINTEL_DATA: folder,
      DATABASE_URL: database.databaseUrl,
      LINTEL_LOG_LEVEL: "error",
    };
    const seeded = Command.start(["seed", "--json"], environment);
    expect(await seeded.end()).toBe(0);
    const { apiKey, organization } = JSON.parse(seeded.stdout) as {
      apiKey: string;
      organization: { id: string };
    };

    /** What each batch held, and which were acknowledged: events are named after their batch. */
    const sent = new Map<string, number>();
    const acknowledged = new Set<string>();
    let stopping = false;
    const random = fc.sample(fc.integer({ min: 20, max: 1_200 }), { seed, numRuns: kills });

    async function post(name: string, size: number): Promise<boolean> {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/events`, {
        method: "POST",
        headers: { "x-api-key": apiKey, "content-type": "application/json", "idempotency-key": name },
        body: JSON.stringify({
          context: { visitor: name },
          events: Array.from({ length: size }, (_, index) => ({ name, timestamp: sentAt, url: `/${index}` })),
        }),
        signal: AbortSignal.timeout(15_000),
      }).catch(() => undefined);
      if (answer?.status === 503) return false;
      if (answer && answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
      const body = await answer?.json().catch(() => undefined);
      return body !== undefined;
    }

    /** Sends batch after batch, and each until it is acknowledged, as a handler of a customer's does. */
    async function client(id: number): Promise<void> {
      for (let count = 0; !stopping; count++) {
        const name = `batch-${id}-${count}`;
        const size = 1 + ((id * 7 + count * 3) % 25);
        sent.set(name, size);
        while (!(await post(name, size))) await new Promise((resolve) => setTimeout(resolve, 20));
        acknowledged.add(name);
      }
    }

    const sentAt = Date.now();
    let service = Command.start(["serve"], environment);
    await service.prints("Lintel runs at");
    const running = Array.from({ length: clients }, (_, id) => client(id));
    for (const milliseconds of random) {
      const before = acknowledged.size;
      // Killed at any moment of what it does, but not before it does anything.
      while (acknowledged.size === before) await new Promise((resolve) => setTimeout(resolve, 5));
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      await service.stop("SIGKILL");
      service = Command.start(["serve"], environment);
      await service.prints("Lintel runs at");
    }
    stopping = true;
    await Promise.all(running);
    expect(await service.stop()).toBe(0);

    const stored = await database.pool.query<{ name: string; count: number }>(
      "select name, count(*) from events where organization_id = $1 group by name",
      [organization.id],
    );
    expect(new Map(stored.rows.map(({ name, count }) => [name, count]))).toEqual(sent);
    expect(acknowledged.size).toBe(sent.size);

    const total = [...sent.values()].reduce((sum, size) => sum + size, 0);
    const usage = await database.pool.query(
      "select sum(used)::int as used from usage_counters where organization_id = $1 and feature = 'events'",
      [organization.id],
    );
    expect(usage.rows).toEqual([{ used: total }]);
    await rollUp(openDatabase(database.pool), Date.now);
    const counted = await database.pool.query(
      "select sum(events)::int as events, sum(visitors)::int as visitors from event_days where organization_id = $1 and dimension = 'total'",
      [organization.id],
    );
    expect(counted.rows).toEqual([{ events: total, visitors: sent.size }]);
  },
  60_000 + kills * 30_000,
);
