import { expect, test } from "vitest";
import { BatchQueue, type Weighed } from "./batch-queue.js";

/** A database that answers when it is told to. */
function slowDatabase() {
  const writes: { batches: readonly Weighed[]; commit(): void; fail(error: Error): void }[] = [];
  let began = () => {};
  const write = (batches: readonly Weighed[]) =>
    new Promise<number[]>((resolve, reject) => {
      writes.push({
        batches,
        commit: () => resolve(batches.map(({ accepted }) => accepted)),
        fail: reject,
      });
      began();
    });
  return {
    write,
    writes,
    begins: (count: number) =>
      new Promise<void>((resolve) => {
        began = () => writes.length >= count && resolve();
        began();
      }),
  };
}

const batch = (accepted: number): Weighed => ({ accepted, rows: "x".repeat(accepted * 10) });
const limits = { eventsOfWrite: 10, eventsWaiting: 20, bytesWaiting: 1_000 };

test("what comes during a write is written together with the next, and answered by its own", async () => {
  const database = slowDatabase();
  const queue = new BatchQueue(database.write, limits);
  const first = queue.add(batch(1));
  await database.begins(1);
  const others = [queue.add(batch(2)), queue.add(batch(3))];
  database.writes[0]?.commit();
  expect(await first).toBe(1);
  await database.begins(2);
  expect(database.writes[1]?.batches).toHaveLength(2);
  database.writes[1]?.commit();
  expect(await Promise.all(others)).toEqual([2, 3]);
});

test("a write takes no more than its share, but always one batch", async () => {
  const database = slowDatabase();
  const queue = new BatchQueue(database.write, limits);
  const all = [queue.add(batch(6)), queue.add(batch(6)), queue.add(batch(4))];
  await database.begins(1);
  expect(database.writes[0]?.batches).toHaveLength(1);
  database.writes[0]?.commit();
  await database.begins(2);
  expect(database.writes[1]?.batches).toHaveLength(2);
  database.writes[1]?.commit();
  expect(await Promise.all(all)).toEqual([6, 6, 4]);
});

test("trust 40: what the database cannot keep up with is refused with a 503, and taken again when there is room", async () => {
  const database = slowDatabase();
  const queue = new BatchQueue(database.write, limits);
  const full = [queue.add(batch(10)), queue.add(batch(10))];
  await expect(queue.add(batch(1))).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE", status: 503 });
  await database.begins(1);
  database.writes[0]?.commit();
  await full[0];
  const later = queue.add(batch(1));
  for (const write of [1, 2]) {
    await database.begins(write + 1);
    database.writes[write]?.commit();
  }
  expect(await Promise.all([...full, later])).toEqual([10, 10, 1]);
});

test("a write that fails fails its own batches and no other", async () => {
  const database = slowDatabase();
  const queue = new BatchQueue(database.write, limits);
  const failing = queue.add(batch(6));
  const other = queue.add(batch(6));
  await database.begins(1);
  database.writes[0]?.fail(new Error("gone"));
  await expect(failing).rejects.toThrow("gone");
  await database.begins(2);
  database.writes[1]?.commit();
  expect(await other).toBe(6);
  await queue.drained();
});
