import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.js";
import { quiet } from "../testing/quiet-log.js";
import { runJob } from "./run-jobs.js";

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
