import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "../../db/database.js";
import { newId } from "../../db/new-id.js";
import { rateBudgets } from "../../db/schema/index.js";
import { createTestDatabase, type TestDatabase } from "../../testing/database.js";
import { quiet } from "../../testing/quiet-log.js";
import { createLimits, type Limits, type Verdict } from "./create-limits.js";
import { LeaseDesk } from "./lease-desk.js";
import { deleteFullBudgets } from "./store.js";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await createTestDatabase();
});
afterAll(() => opened.drop());

const settings = { api: 600, ingest: 6_000, address: 60 };
const secret = "a secret of thirty-two characters";

/** A process of its own, as far as budgets go. */
const process = (pool: Parameters<typeof createLimits>[0]["pool"] = opened.pool): Limits =>
  createLimits({ pool, settings, secret, log: quiet });

const someKey = () => ({ organizationId: newId("organization"), keyId: newId("apiKey") });

async function countAllowed(taken: (Verdict | null | Promise<Verdict | null>)[]): Promise<number> {
  const verdicts = await Promise.all(taken);
  return verdicts.filter((verdict) => verdict?.allowed).length;
}

const times = <T>(count: number, one: () => T): T[] => Array.from({ length: count }, one);

it("lets through what the budget holds and what came back meanwhile, and no more", async () => {
  const limits = process();
  const key = someKey();
  const began = Date.now();
  const allowed = await countAllowed(times(1_500, () => limits.takeForKey("api", key)));
  const cameBack = ((Date.now() - began) / 60_000) * settings.api;
  expect(allowed).toBeGreaterThanOrEqual(settings.api);
  expect(allowed).toBeLessThanOrEqual(settings.api + Math.ceil(cameBack));
});

it("is exact within 5 percent over several processes that share the database", async () => {
  const key = someKey();
  const processes = times(3, () => process());
  const began = Date.now();
  let allowed = 0;
  // In rounds, so that processes hold slices while the budget runs out.
  for (let round = 0; round < 40; round++) {
    const taken = processes.flatMap((limits) => times(10, () => limits.takeForKey("api", key)));
    allowed += await countAllowed(taken);
  }
  const cameBack = ((Date.now() - began) / 60_000) * settings.api;
  expect(allowed).toBeGreaterThanOrEqual(settings.api * 0.95);
  expect(allowed).toBeLessThanOrEqual((settings.api + cameBack) * 1.05);
});

it("keeps the budgets of keys, of events and of addresses apart", async () => {
  const limits = process();
  const [mine, theirs] = [someKey(), someKey()];
  await countAllowed(times(700, () => limits.takeForKey("api", mine)));
  expect((await limits.takeForKey("api", mine))?.allowed).toBe(false);
  expect((await limits.takeForKey("ingest", mine))?.allowed).toBe(true);
  expect((await limits.takeForKey("api", theirs))?.allowed).toBe(true);
  expect((await limits.takeForAddress("203.0.113.7"))?.allowed).toBe(true);
});

it("says what is left, when it is full again, and when to come back", async () => {
  const limits = process();
  const first = await limits.takeForAddress("203.0.113.8");
  expect(first).toMatchObject({ budget: "address", perMinute: 60, allowed: true, remaining: 59 });
  await countAllowed(times(70, () => limits.takeForAddress("203.0.113.8")));
  const refused = await limits.takeForAddress("203.0.113.8");
  expect(refused).toMatchObject({ allowed: false, remaining: 0 });
  expect(refused!.nextIn).toBeGreaterThan(0);
  expect(refused!.nextIn).toBeLessThanOrEqual(1);
  expect(refused!.fullIn).toBeGreaterThan(50);
});

it("answers at once while it holds tokens, and once it knows that none are left", async () => {
  const limits = process();
  const key = someKey();
  // A busy key gets slices.
  for (let index = 0; index < 20; index++) await limits.takeForKey("api", key);
  const verdicts = times(600, () => limits.takeForKey("api", key));
  expect(verdicts.some((verdict) => !(verdict instanceof Promise))).toBe(true);
  await Promise.all(verdicts);
  const refused = limits.takeForKey("api", key);
  expect(refused).toMatchObject({ allowed: false });
});

it("goes on without the database, each process with the whole budget by itself", async () => {
  const away = { query: () => Promise.reject(new Error("connection refused")) };
  // The one overload that is called.
  const limits = process(away as unknown as Parameters<typeof process>[0]);
  const key = someKey();
  const began = Date.now();
  const allowed = await countAllowed(times(1_000, () => limits.takeForKey("api", key)));
  const cameBack = ((Date.now() - began) / 60_000) * settings.api;
  expect(allowed).toBeGreaterThanOrEqual(settings.api);
  expect(allowed).toBeLessThanOrEqual(settings.api + Math.ceil(cameBack));
});

it("stores no address, and forgets a budget that is full again", async () => {
  const database = openDatabase(opened.pool);
  await process().takeForAddress("198.51.100.200");
  const rows = await database.select().from(rateBudgets);
  expect(JSON.stringify(rows)).not.toContain("198.51.100.200");
  await database.update(rateBudgets).set({ fullAt: new Date(Date.now() - 1_000) });
  expect(await deleteFullBudgets(database)).toBe(rows.length);
  expect(await database.select().from(rateBudgets)).toEqual([]);
});

it("leaves nobody waiting, also where a bucket is asked for twice at once", async () => {
  const grant = { organizationId: "", bucket: "b", granted: 1, seconds: 1 };
  const desk = new LeaseDesk(
    async () => [grant],
    () => {},
    Date.now,
  );
  const ask = { organizationId: "", bucket: "b", wanted: 1 };
  expect(await Promise.all([desk.ask(ask), desk.ask(ask)])).toEqual([undefined, grant]);
});
