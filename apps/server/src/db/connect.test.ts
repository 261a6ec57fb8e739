import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.js";
import { quiet } from "../testing/quiet-log.js";
import { waitUntil } from "../testing/wait-until.js";
import { refuseOldServer } from "./check-server.js";
import { connectDatabase, type DatabaseConnection } from "./connect.js";

let database: TestDatabase;
let connection: DatabaseConnection;
const warnings: unknown[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  connection = await connectDatabase({
    databaseUrl: database.databaseUrl,
    dataFolder: "/nowhere",
    log: { info: () => {}, error: () => {}, warn: (line: unknown) => void warnings.push(line) },
  });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const one = async (expression: string): Promise<unknown> =>
  (await connection.pool.query(`select ${expression} as value`)).rows[0].value;

test("with DATABASE_URL nothing is embedded, and the data folder is not touched", () => {
  expect(connection.embedded).toBeUndefined();
  expect(connection.connectionString).toBe(database.databaseUrl);
});

test("counts and whole numbers are numbers as far as a number can hold them", async () => {
  expect(await one("(select count(*) from (values (1), (2)) as two)")).toBe(2);
  expect(await one("9007199254740991::bigint")).toBe(Number.MAX_SAFE_INTEGER);
  expect(await one("9007199254740993::bigint")).toBe("9007199254740993");
  expect(await one("1.10::numeric")).toBe("1.10");
});

test("times are the same moment whatever zone server and process are in, and days are text", async () => {
  await connection.pool.query("set time zone 'Asia/Tokyo'");
  const moment = new Date("2026-03-29T01:30:00.123Z");
  expect(await one("timestamptz '2026-03-29 01:30:00.123+00'")).toEqual(moment);
  expect(await one("timestamp '2026-03-29 01:30:00.123'")).toEqual(moment);
  expect(await one("date '2026-03-29'")).toBe("2026-03-29");
});

test("a connection works in UTC, whatever the database's own zone is", async () => {
  const name = await one("current_database()");
  await connection.pool.query(`alter database ${name} set timezone to 'Asia/Tokyo'`);
  const fresh = await connectDatabase({
    databaseUrl: database.databaseUrl,
    dataFolder: "/nowhere",
    log: quiet,
  });
  const { rows } = await fresh.pool.query("show time zone");
  await fresh.close();
  expect(rows).toEqual([{ TimeZone: "UTC" }]);
});

test("trust 40: an idle connection that the server ends is replaced, and said, and does not end the process", async () => {
  const pid = await one("pg_backend_pid()");
  await database.pool.query("select pg_terminate_backend($1)", [pid]);
  await waitUntil(() => warnings.length > 0);
  expect(await one("1")).toBe(1);
});

test("a server that cannot be reached is named without its password", async () => {
  const failed = connectDatabase({
    databaseUrl: "postgres://lintel:hunter2@127.0.0.1:1/content",
    dataFolder: "/nowhere",
    log: quiet,
  });
  await expect(failed).rejects.toThrow(
    /The database at 127\.0\.0\.1:1\/content cannot be used: .*ECONNREFUSED.*DATABASE_URL/,
  );
  await expect(failed).rejects.not.toThrow("hunter2");
});

test("a server older than PostgreSQL 15 is refused", () => {
  expect(() => refuseOldServer("14.11", "db/content")).toThrow(
    /db\/content is PostgreSQL 14\.11; Lintel needs 15 or newer/,
  );
  expect(() => refuseOldServer("15.6 (Debian 15.6-0+deb12u1)", "db/content")).not.toThrow();
});
