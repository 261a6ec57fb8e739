import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, openDatabase } from "../../db/database.js";
import { newId } from "../../db/new-id.js";
import { usageCounters } from "../../db/schema/index.js";
import { createTestDatabase, type TestDatabase } from "../../testing/database.js";
import { addUsage } from "./usage.js";

let opened: TestDatabase;
let database: Database;
beforeAll(async () => {
  opened = await createTestDatabase();
  database = openDatabase(opened.pool);
});
afterAll(() => opened.drop());

const november = new Date("2026-11-30T23:59:59.999Z");
const december = new Date("2026-12-01T00:00:00.000Z");

it("counts each month and each feature by itself", async () => {
  const id = newId("organization");
  await addUsage(database, id, "events", november, 20);
  await addUsage(database, id, "events", november, 5);
  await addUsage(database, id, "events", december, 1);
  await addUsage(database, id, "apiRequests", december, 3);
  const rows = await database.select().from(usageCounters).where(eq(usageCounters.organizationId, id));
  expect(rows.map(({ feature, windowStart, used }) => [feature, windowStart, used]).sort()).toEqual([
    ["apiRequests", "2026-12-01", 3],
    ["events", "2026-11-01", 25],
    ["events", "2026-12-01", 1],
  ]);
});

it("counts exactly when many count at once", async () => {
  const id = newId("organization");
  await Promise.all(Array.from({ length: 200 }, () => addUsage(database, id, "events", november, 3)));
  const [row] = await database.select().from(usageCounters).where(eq(usageCounters.organizationId, id));
  expect(row?.used).toBe(600);
});

it("forgets what a transaction counted that was rolled back", async () => {
  const id = newId("organization");
  const failed = database.transaction(async (tx) => {
    await addUsage(tx, id, "events", november, 7);
    throw new Error("rolled back");
  });
  await expect(failed).rejects.toThrow("rolled back");
  expect(await database.select().from(usageCounters).where(eq(usageCounters.organizationId, id))).toEqual([]);
});
