import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "./database.js";

let first: TestDatabase;
let second: TestDatabase;

beforeAll(async () => {
  [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
});
afterAll(() => Promise.all([first.drop(), second.drop()]));

test("each test database is its own", async () => {
  await first.pool.query("create table mark (id int)");
  const { rows } = await second.pool.query("select to_regclass('mark') is null as absent");
  expect(rows).toEqual([{ absent: true }]);
});

test("a dropped database is gone and its name free", async () => {
  const third = await createTestDatabase();
  const name = new URL(third.databaseUrl.replace("@/", "@host/")).pathname.slice(1);
  await third.drop();
  const { rowCount } = await first.pool.query("select 1 from pg_database where datname = $1", [name]);
  expect(rowCount).toBe(0);
});
