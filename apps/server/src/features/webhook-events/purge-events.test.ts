import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "../../db/database.js";
import { newId } from "../../db/new-id.js";
import { webhookEvents } from "../../db/schema/index.js";
import { createTestDatabase, type TestDatabase } from "../../testing/database.js";
import { purgeEvents } from "./purge-events.js";

let own: TestDatabase;
let database: Database;
beforeAll(async () => {
  own = await createTestDatabase();
  database = openDatabase(own.pool);
});
afterAll(() => own.drop());

test("events go 30 days after they happened, but none that still waits for its deliveries", async () => {
  const now = new Date("2026-06-30T12:00:00Z");
  const organizationId = newId("organization");
  const add = async (at: string, fannedOutAt: Date | null) => {
    const id = newId("event");
    const event = { organizationId, id, type: "entry.deleted" as const, data: {} };
    await database.insert(webhookEvents).values({ ...event, at: new Date(at), fannedOutAt });
    return id;
  };
  await add("2026-05-31T11:59:00Z", now);
  const waits = await add("2026-05-31T11:59:00Z", null);
  const young = await add("2026-05-31T12:01:00Z", now);
  expect(await purgeEvents(database, now)).toBe(1);
  const rows = await database.select({ id: webhookEvents.id }).from(webhookEvents);
  expect(rows.map(({ id }) => id).sort()).toEqual([waits, young].sort());
  expect(await purgeEvents(database, now)).toBe(0);
});
