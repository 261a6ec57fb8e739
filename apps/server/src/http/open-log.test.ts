import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.js";
import { logTo } from "./open-log.js";

test("trust 36: a query that failed is logged without its parameters and the row's values", async () => {
  const { pool, drop } = await createTestDatabase();
  const lines: string[] = [];
  const log = logTo({ write: (line) => void lines.push(line) }, "info");
  const database = drizzle(pool);
  const token = "0ArKNkZ0FsN3mkMTbUbQb1Achr2MZCws";
  const queries = [
    sql`select * from nothing_here where token = ${token}`,
    sql`insert into users (id, name, email) values ('usr_1', 'x', ${token}), ('usr_2', 'y', ${token})`,
    sql`select ${`multi\nline: ${token}\n    at fake`}::int`,
  ];
  for (const query of queries) {
    await database.execute(query).catch((err: unknown) => log.error({ err, requestId: "r" }, "It failed."));
  }
  await drop();
  expect(lines).toHaveLength(3);
  expect(lines.join("")).toContain("nothing_here");
  expect(lines.join("")).not.toContain(token);
});
