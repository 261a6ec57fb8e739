import { readFile } from "node:fs/promises";
import type { EventBatch, OrganizationId } from "@lintel/contract";
import { pageViewName } from "@lintel/contract";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "../../../db/database.js";
import { newId } from "../../../db/new-id.js";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.js";
import { waitUntil } from "../../../testing/wait-until.js";
import { dimensionColumns, mostValues } from "../dimensions.js";
import { createEvents } from "../events.js";
import { keepStorage } from "../jobs/keep-storage.js";
import { listPartitions } from "../store.js";
import { rollUp } from "./roll-up.js";

const hour = 3_600_000;
const day = 24 * hour;
const noon = Date.parse("2026-03-04T12:00:00Z");

let opened: TestDatabase;
let database: Database;
let now = noon;

beforeAll(async () => {
  opened = await createTestDatabase();
  database = openDatabase(opened.pool);
});
afterAll(() => opened.drop());

const overCap = { isOverCap: () => false };
const createIngest = () => createEvents({ database, overCap, now: () => now });

interface Counted {
  dimension: string;
  value: string;
  other: boolean;
  events: number;
  views: number;
  visitors: number;
}

interface RawRow {
  [column: string]: unknown;
  at: Date;
  name: string;
  bot: boolean;
  visitor: string | number | null;
}

async function rawRows(organizationId: OrganizationId): Promise<RawRow[]> {
  const { rows } = await opened.pool.query<RawRow>("select * from events where organization_id = $1", [
    organizationId,
  ]);
  return rows;
}

/** The counts as anybody would make them by hand, keyed by bucket, dimension and value. */
function plainCount(rows: readonly RawRow[], bucketOf: (at: Date) => string): Record<string, number[]> {
  const counts: Record<string, { events: number; views: number; visitors: Set<unknown> }> = {};
  for (const row of rows) {
    const values = row.bot
      ? [["bot", row.browser]]
      : [["total", ""], ...Object.entries(dimensionColumns).map(([name, column]) => [name, row[column]])];
    for (const [dimension, value] of values) {
      const name = `${bucketOf(row.at)} ${dimension} ${value ?? ""}`;
      counts[name] ??= { events: 0, views: 0, visitors: new Set() };
      counts[name].events += 1;
      if (row.name === pageViewName) counts[name].views += 1;
      if (!row.bot && row.visitor !== null) counts[name].visitors.add(row.visitor);
    }
  }
  return Object.fromEntries(
    Object.entries(counts).map(([name, { events, views, visitors }]) => [
      name,
      [events, views, visitors.size],
    ]),
  );
}

const hourOf = (at: Date): string => at.toISOString().slice(0, 13);
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

async function rolledUp(table: "event_hours" | "event_days", organizationId: OrganizationId) {
  const { rows } = await opened.pool.query<Counted & { hour: Date; day: string }>(
    `select * from ${table} where organization_id = $1`,
    [organizationId],
  );
  return Object.fromEntries(
    rows.map(({ hour, day, dimension, value, other, events, views, visitors }) => [
      `${table === "event_days" ? day : hourOf(hour)} ${dimension} ${value}${other ? "(other)" : ""}`,
      [events, views, visitors],
    ]),
  );
}

async function expectExact(organizationId: OrganizationId): Promise<void> {
  const rows = await rawRows(organizationId);
  expect(await rolledUp("event_hours", organizationId)).toEqual(plainCount(rows, hourOf));
  expect(await rolledUp("event_days", organizationId)).toEqual(plainCount(rows, dayOf));
}

const oneOf = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: undefined });

const anyBatch: fc.Arbitrary<EventBatch> = fc.record({
  context: fc.record(
    {
      visitor: oneOf("v1", "v2", "v3"),
      country: oneOf("DE", "FR"),
      browser: oneOf("Firefox", "Googlebot"),
      device: fc.constantFrom("desktop", "mobile", "tablet"),
    },
    { requiredKeys: [] },
  ),
  events: fc.array(
    fc.record({
      name: fc.constantFrom(pageViewName, "signup", "Ünïcode"),
      timestamp: fc.integer({ min: noon - 30 * hour, max: noon + 2 * hour }),
      url: oneOf("/a", "/b?utm_source=mail", "https://example.org/a?utm_medium=cpc"),
      route: oneOf("/[page]"),
      referrer: oneOf("https://news.example/x", "https://example.org/z"),
    }),
    { minLength: 1, maxLength: 12 },
  ),
});

// Optional members that are undefined are absent, as they are in JSON.
const asSent = (batch: EventBatch): EventBatch => JSON.parse(JSON.stringify(batch));

test("rollups are what a plain count over the events gives, however they came and whenever they were counted", async () => {
  const steps = fc.array(
    fc.oneof({ weight: 3, arbitrary: anyBatch }, { weight: 1, arbitrary: fc.constant("roll up") }),
    {
      minLength: 1,
      maxLength: 8,
    },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      const organizationId = newId("organization");
      const events = createIngest();
      for (const step of steps) {
        if (typeof step === "string") await rollUp(database, () => now);
        else await events.ingest(organizationId, asSent(step));
      }
      await rollUp(database, () => now);
      await expectExact(organizationId);
    }),
    { numRuns: 25 },
  );
}, 120_000);

test("past the most frequent values the rest is one row, with its visitors counted once", async () => {
  const organizationId = newId("organization");
  const events = createIngest();
  const values = mostValues.hour + 30;
  const path = (index: number) => ({
    name: pageViewName,
    timestamp: now,
    url: `/${String(index).padStart(4, "0")}`,
  });
  const all = Array.from({ length: values }, (_, index) => path(index));
  for (let from = 0; from < values; from += 100)
    for (const visitor of ["v1", "v2"])
      await events.ingest(organizationId, { context: { visitor }, events: all.slice(from, from + 100) });
  await rollUp(database, () => now);
  const hours = await rolledUp("event_hours", organizationId);
  const pages = Object.entries(hours).filter(([name]) => name.includes(" page "));
  expect(pages).toHaveLength(mostValues.hour + 1);
  expect(hours["2026-03-04T12 page (other)"]).toEqual([60, 60, 2]);
  expect(hours["2026-03-04T12 page /0000"]).toEqual([2, 2, 2]);
  const sum = pages.reduce((total, [, [count = 0]]) => total + count, 0);
  expect(sum).toBe(hours["2026-03-04T12 total "]?.[0]);
  expect(
    Object.keys(await rolledUp("event_days", organizationId)).filter((name) => name.includes("(other)")),
  ).toEqual([]);
});

test("a worker that is killed half-way leaves nothing behind, and the next one counts everything once", async () => {
  const organizationId = newId("organization");
  const events = createIngest();
  const send = () =>
    events.ingest(organizationId, { events: [{ name: pageViewName, timestamp: now, url: "/a" }] });
  await send();
  await rollUp(database, () => now);
  await send();
  for (const table of ["event_hours", "event_dirty_days", "event_days"]) {
    const blocker = await opened.pool.connect();
    await blocker.query(`begin; lock table ${table} in share row exclusive mode`);
    const dying = rollUp(database, () => now);
    const failed = expect(dying).rejects.toThrow();
    await waitUntil(async () => {
      const { rowCount } = await opened.pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      return rowCount === 1;
    });
    await failed;
    await blocker.query("rollback");
    blocker.release();
  }
  await rollUp(database, () => now);
  await expectExact(organizationId);
  const { rows } = await database.execute(
    sql`select 1 from event_marks where organization_id = ${organizationId} union all
      select 1 from event_dirty_days where organization_id = ${organizationId}`,
  );
  expect(rows).toEqual([]);
});

test("events that come in while a bucket is counted are counted the next time", async () => {
  const organizationId = newId("organization");
  const events = createIngest();
  const send = () => events.ingest(organizationId, { events: [{ name: "late", timestamp: now }] });
  await send();
  const blocker = await opened.pool.connect();
  await blocker.query("begin; lock table event_hours in share row exclusive mode");
  const counting = rollUp(database, () => now);
  await waitUntil(async () => {
    const { rowCount } = await opened.pool.query(
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    return rowCount === 1;
  });
  await send();
  await blocker.query("rollback");
  blocker.release();
  await counting;
  await rollUp(database, () => now);
  await expectExact(organizationId);
});

test("the README's statement marks every hour whose events are kept, so that a new dimension is counted", async () => {
  const organizationId = newId("organization");
  now += day;
  await createIngest().ingest(organizationId, { events: [{ name: "seen", timestamp: now }] });
  await rollUp(database, () => now);
  const counted = () =>
    database.execute(
      sql`select * from event_days where organization_id = ${organizationId} and dimension = 'os'`,
    );
  await database.execute(sql`delete from event_days where organization_id = ${organizationId}`);
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
  const [, statement = ""] = /```sql\n(.*?)```/s.exec(readme) ?? [];
  await opened.pool.query(statement);
  expect((await counted()).rows).toHaveLength(0);
  await rollUp(database, () => now);
  expect((await counted()).rows).toHaveLength(1);
});

test("a bucket that was counted rests, and is counted once it may be again", async () => {
  const organizationId = newId("organization");
  const events = createIngest();
  const rests = new Map<string, number>();
  const send = () => events.ingest(organizationId, { events: [{ name: "often", timestamp: noon }] });
  await send();
  expect(await rollUp(database, () => now, rests)).toEqual({ hours: 1, days: 1 });
  await send();
  expect(await rollUp(database, () => now, rests)).toEqual({ hours: 0, days: 0 });
  now += day / 2;
  expect(await rollUp(database, () => now, rests)).toEqual({ hours: 1, days: 1 });
  now = noon;
  await expectExact(organizationId);
});

test("trust 44: the digest of a visitor differs the next day and elsewhere, and its salt is gone after 48 hours", async () => {
  const [mine, theirs] = [newId("organization"), newId("organization")];
  const events = createIngest();
  const send = (organizationId: OrganizationId, timestamp: number) =>
    events.ingest(organizationId, { context: { visitor: "ada" }, events: [{ name: "v", timestamp }] });
  await send(mine, now);
  await send(mine, now - 1_000);
  await send(theirs, now);
  // Another process reads the same salt.
  await createIngest().ingest(mine, { context: { visitor: "ada" }, events: [{ name: "v", timestamp: now }] });
  now += day;
  await send(mine, now);
  await send(mine, now - 20 * hour);
  const digests = (await rawRows(mine))
    .sort((a, b) => Number(a.id) - Number(b.id))
    .map(({ visitor }) => visitor);
  const [first, , , second] = digests;
  expect(digests).toEqual([first, first, first, second, first]);
  expect(second).not.toBe(first);
  expect((await rawRows(theirs))[0]?.visitor).not.toBe(first);

  const salts = async () =>
    (await database.execute(sql`select day from event_salts where organization_id = ${mine} order by day`))
      .rows;
  await keepStorage(events);
  expect(await salts()).toEqual([{ day: "2026-03-04" }, { day: "2026-03-05" }]);
  now = Date.parse("2026-03-06T00:00:00Z");
  await keepStorage(events);
  expect(await salts()).toEqual([{ day: "2026-03-05" }]);
  now = noon;
});

test("days are made ahead, and dropped when they have been kept for long enough; what they were counted to stays", async () => {
  const organizationId = newId("organization");
  const events = createEvents({ database, overCap, now: () => now, retentionDays: 30 });
  await events.ingest(organizationId, { events: [{ name: "kept", timestamp: now }] });
  await rollUp(database, () => now);
  expect((await keepStorage(events)).dropped).toBe(0);
  expect(await listPartitions(database)).toContain("2026-03-11");
  now += 30 * day;
  await keepStorage(events);
  expect(await rawRows(organizationId)).toHaveLength(1);
  now += day;
  expect((await keepStorage(events)).dropped).toBeGreaterThan(0);
  expect(await rawRows(organizationId)).toHaveLength(0);
  expect((await rolledUp("event_days", organizationId))["2026-03-04 event kept"]).toEqual([1, 0, 0]);
  now = noon;
});

test("processes that need a new day at the same moment make it once", async () => {
  const organizationId = newId("organization");
  now = Date.parse("2027-01-01T10:00:00Z");
  const batch = { events: [{ name: "new day", timestamp: now }] };
  await Promise.all(Array.from({ length: 6 }, () => createIngest().ingest(organizationId, batch)));
  expect(await rawRows(organizationId)).toHaveLength(6);
  now = noon;
});
