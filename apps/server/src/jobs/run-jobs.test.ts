import { afterAll, beforeAll, expect, it } from "vitest";
import { openPool } from "../db/open-pool.js";
import { createTestDatabase, type TestDatabase } from "../testing/database.js";
import { quiet } from "../testing/quiet-log.js";
import { runJob, startJobs } from "./run-jobs.js";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("runs a job in one process at a time, and again afterwards", async () => {
  let runs = 0;
  let finish = () => {};
  let began = () => {};
  const started = new Promise<void>((resolve) => {
    began = resolve;
  });
  const job = {
    name: "test.slow",
    everyMinutes: 1,
    async run() {
      runs += 1;
      began();
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return {};
    },
  };
  const first = runJob(job, database.pool, quiet);
  await started;
  await runJob(job, database.pool, quiet);
  expect(runs).toBe(1);
  finish();
  await first;
  const again = runJob({ ...job, run: async () => ({ run: ++runs }) }, database.pool, quiet);
  await again;
  expect(runs).toBe(2);
});

it("survives a job that fails, and lets the next round run", async () => {
  const lines: unknown[] = [];
  const log = { info: () => {}, error: (...line: unknown[]) => void lines.push(line) };
  const fails = { name: "test.fails", everyMinutes: 1, run: () => Promise.reject(new Error("disk full")) };
  await runJob(fails, database.pool, log);
  expect(lines).toHaveLength(1);
  let ran = false;
  const noteRun = async () => {
    ran = true;
    return {};
  };
  await runJob({ ...fails, run: noteRun }, database.pool, quiet);
  expect(ran).toBe(true);
});

it("runs many jobs that are due together without holding every connection of the pool", async () => {
  const pool = openPool({ connectionString: database.databaseUrl, log: quiet, size: 4 });
  const failed: unknown[] = [];
  const log = { info: () => {}, error: (...line: unknown[]) => void failed.push(line) };
  let ran = 0;
  let finish = () => {};
  const all = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const many = Array.from({ length: 12 }, (_, index) => ({
    name: `test.many${index}`,
    everyMinutes: 60,
    async run() {
      await pool.query("select 1");
      ran += 1;
      if (ran === 12) finish();
      return {};
    },
  }));
  const since = performance.now();
  const jobs = startJobs(many, pool, log, 0);
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, 9_000))]);
  await jobs.stop();
  await pool.end();
  expect({ ran, failed }).toEqual({ ran: 12, failed: [] });
  expect(performance.now() - since).toBeLessThan(9_000);
});
