import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { picture } from "../../testing/asset-fixtures.js";
import { ImageWorkshop } from "./image-workshop.js";
import { JobGate } from "./job-gate.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lintel-workshop-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A job that runs until it is told to end. */
function openJob() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { run: () => ended, end: () => end() };
}

test("no more jobs run at once than there are places, in the order in which they came", async () => {
  const gate = new JobGate(2);
  const started: number[] = [];
  const jobs = Array.from({ length: 5 }, openJob);
  const done = jobs.map((job, n) =>
    gate.run(() => {
      started.push(n);
      return job.run();
    }),
  );
  expect(started).toEqual([0, 1]);
  jobs[1]!.end();
  await done[1];
  await expect.poll(() => started).toEqual([0, 1, 2]);
  for (const job of jobs) job.end();
  await Promise.all(done);
  expect(started).toEqual([0, 1, 2, 3, 4]);
});

test("who comes when all seats are taken is told to try again, and a failed job frees its place", async () => {
  const gate = new JobGate(1, 1);
  const job = openJob();
  const first = gate.run(job.run);
  const second = gate.run(() => Promise.reject(new Error("broken")));
  await expect(gate.run(async () => {})).rejects.toThrow(
    expect.objectContaining({ status: 503, message: expect.stringContaining("Try again") }),
  );
  job.end();
  await first;
  await expect(second).rejects.toThrow("broken");
  expect(await gate.run(async () => "free again")).toBe("free again");
});

describe("trust 16: visitors do not hold the workshop", () => {
  const nothing = async () => {};

  test("uploads go before variants and find a seat when those took all of theirs", async () => {
    const gate = new JobGate(1, 2);
    const order: string[] = [];
    const note = (what: string) => async () => void order.push(what);
    const job = openJob();
    const running = gate.run(job.run);
    const waiting = [
      gate.run(note("variant 1")),
      gate.run(note("variant 2")),
      gate.run(note("upload"), { urgent: true }),
    ];
    await expect(gate.run(nothing)).rejects.toThrow("Try again");
    job.end();
    await Promise.all([running, ...waiting]);
    expect(order).toEqual(["upload", "variant 1", "variant 2"]);
  });

  test("one account fills its own seats and nobody else's", async () => {
    const gate = new JobGate(1, 64, 2);
    const job = openJob();
    const running = gate.run(job.run);
    const from = (...accounts: string[]) => gate.run(nothing, { accounts });
    const waiting = [from("a", "x"), from("a", "y")];
    await expect(from("a", "z")).rejects.toThrow(
      expect.objectContaining({ status: 503, message: expect.stringContaining("Try again") }),
    );
    waiting.push(from("b", "x"));
    await expect(from("c", "x")).rejects.toThrow("Try again");
    job.end();
    await Promise.all([running, ...waiting]);
    await from("a", "x");
  });

  test("a job whose client has left does not start and gives its seat back", async () => {
    const gate = new JobGate(1, 1);
    const job = openJob();
    const running = gate.run(job.run);
    const leaving = new AbortController();
    let started = false;
    const mark = async () => {
      started = true;
    };
    const left = gate.run(mark, { signal: leaving.signal });
    leaving.abort();
    await expect(left).rejects.toBe(leaving.signal.reason);
    const next = gate.run(async () => "next");
    job.end();
    await running;
    expect(await next).toBe("next");
    expect(started).toBe(false);
    expect(await gate.run(async () => "free again")).toBe("free again");
  });
});

test("a job that takes too long is given up, in words", async () => {
  const from = join(folder, "large.png");
  await picture(4_000, 4_000).png({ compressionLevel: 0 }).toFile(from);
  const workshop = new ImageWorkshop(64_000_000, 1, 1);
  const job = workshop.run(() => workshop.open(from).blur(300).png().toBuffer());
  await expect(job).rejects.toThrow(
    expect.objectContaining({ status: 400, message: expect.stringContaining("longer than 1 s") }),
  );
});
