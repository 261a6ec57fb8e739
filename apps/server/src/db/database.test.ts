import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.js";
import { dieAfter } from "../testing/die-after.js";
import { quiet } from "../testing/quiet-log.js";
import { waitUntil } from "../testing/wait-until.js";
import { openDatabase } from "./database.js";
import { openPool } from "./open-pool.js";

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own.drop());

test("trust 40: a connection that breaks as a transaction begins is replaced, and not held for ever", async () => {
  const pool = openPool({ connectionString: own.databaseUrl, log: quiet, size: 1 });
  const database = openDatabase(pool);
  const one = () =>
    database.transaction(async (tx) => (await tx.execute<{ one: number }>(sql`select 1 as one`)).rows);
  expect(await dieAfter(1, pool, one)).toBe(true);
  // The pool hears of the end a moment after the query does, and then makes a new one.
  await waitUntil(() =>
    one().then(
      (rows) => rows[0]?.one === 1,
      () => false,
    ),
  );
  await pool.end();
});
