import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { VariantCache } from "./variant-cache.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lintel-variants-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const making = (content: string | Buffer) => (path: string) => writeFile(path, content);
const never = () => Promise.reject(new Error("It was made a second time."));

async function read(
  cache: VariantCache,
  name: string,
  make: (path: string) => Promise<void>,
): Promise<string> {
  const { handle } = await cache.open(name, make);
  const content = await handle.readFile("utf8");
  await handle.close();
  return content;
}

async function total(): Promise<number> {
  const sizes = await Promise.all(
    (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Sets when a file was last used, in minutes ago. */
const usedAgo = (name: string, minutes: number) => {
  const time = Date.now() / 1_000 - minutes * 60;
  return utimes(join(folder, name), time, time);
};

test("a variant is made once and then kept, also over a restart", async () => {
  const cache = new VariantCache(folder, 1_000);
  expect(await read(cache, "a", making("first"))).toBe("first");
  expect(await read(cache, "a", never)).toBe("first");
  expect(await read(new VariantCache(folder, 1_000), "a", never)).toBe("first");
});

test("many who ask at the same time share one making", async () => {
  const cache = new VariantCache(folder, 1_000);
  let made = 0;
  const make = async (path: string) => {
    made += 1;
    await writeFile(path, "shared");
  };
  const contents = await Promise.all(Array.from({ length: 50 }, () => read(cache, "a", make)));
  expect(new Set(contents)).toEqual(new Set(["shared"]));
  expect(made).toBe(1);
});

test("a failure reaches all who wait, leaves nothing, and is not remembered", async () => {
  const cache = new VariantCache(folder, 1_000);
  const fail = async (path: string) => {
    await writeFile(path, "half");
    throw new Error("broken");
  };
  const outcomes = await Promise.allSettled([cache.open("a", fail), cache.open("a", fail)]);
  expect(outcomes.map((outcome) => outcome.status)).toEqual(["rejected", "rejected"]);
  expect(await readdir(folder)).toEqual([]);
  expect(await read(cache, "a", making("whole"))).toBe("whole");
});

test("the folder never holds more than its bound", async () => {
  const cache = new VariantCache(folder, 1_000);
  for (let n = 0; n < 60; n++) {
    await read(cache, `v${n}`, making(Buffer.alloc(10 + ((n * 37) % 190))));
    expect(await total()).toBeLessThanOrEqual(1_000);
  }
});

test("the bound holds while many are made at the same time", async () => {
  const cache = new VariantCache(folder, 1_000);
  await Promise.all(Array.from({ length: 40 }, (_, n) => read(cache, `v${n}`, making(Buffer.alloc(90)))));
  expect(await total()).toBeLessThanOrEqual(1_000);
  expect(await total()).toBeGreaterThan(500);
});

test("who was not asked for longest goes first", async () => {
  const cache = new VariantCache(folder, 300);
  for (const name of ["a", "b", "c"]) await read(cache, name, making(Buffer.alloc(100)));
  await usedAgo("a", 30);
  await usedAgo("b", 20);
  await usedAgo("c", 10);
  await read(cache, "a", never);
  await read(cache, "d", making(Buffer.alloc(100)));
  const left = await readdir(folder);
  expect(left).toContain("a");
  expect(left).toContain("d");
  expect(left).not.toContain("b");
});

test("what was there before a restart counts too", async () => {
  await writeFile(join(folder, "old"), Buffer.alloc(900));
  const cache = new VariantCache(folder, 1_000);
  await read(cache, "new", making(Buffer.alloc(200)));
  expect(await readdir(folder)).toEqual(["new"]);
});

test("two processes on one folder do not each fill it", async () => {
  const caches = [new VariantCache(folder, 1_600), new VariantCache(folder, 1_600)];
  for (let n = 0; n < 80; n++) await read(caches[n % 2]!, `v${n}`, making(Buffer.alloc(50)));
  // Each may be wrong by what the other wrote since its last count.
  expect(await total()).toBeLessThanOrEqual(1_600 + 200);
});

test("a variant that is pushed out stays readable for who holds it", async () => {
  const cache = new VariantCache(folder, 100);
  const { handle } = await cache.open("a", making("still here"));
  await read(cache, "b", making(Buffer.alloc(95)));
  expect(await readdir(folder)).toEqual(["b"]);
  expect(await handle.readFile("utf8")).toBe("still here");
  await handle.close();
});

test("what a crash left half-made is removed once it is old, and never served", async () => {
  await writeFile(join(folder, "making-0123"), Buffer.alloc(500));
  await writeFile(join(folder, "making-4567"), Buffer.alloc(500));
  await usedAgo("making-0123", 120);
  const cache = new VariantCache(folder, 1_000);
  await read(cache, "a", making("a"));
  expect((await readdir(folder)).sort()).toEqual(["a", "making-4567"]);
  expect(await readFile(join(folder, "a"), "utf8")).toBe("a");
});

describe("trust 16: what nobody waits for any more", () => {
  /** A making that waits to be told to go on, or to be abandoned, as a job in a queue does. */
  function queued() {
    let go = () => {};
    const signals: AbortSignal[] = [];
    const make = (path: string, signal: AbortSignal) => {
      signals.push(signal);
      return new Promise<void>((resolve, reject) => {
        go = () => resolve(writeFile(path, "made"));
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    };
    return { make, signals, go: () => go() };
  }

  test("is abandoned when the last has left, not before, and can be made later", async () => {
    const cache = new VariantCache(folder, 1_000);
    const { make, signals } = queued();
    const [first, second] = [new AbortController(), new AbortController()];
    const waiting = [cache.open("a", make, first.signal), cache.open("a", make, second.signal)];
    const outcomes = Promise.allSettled(waiting);
    await expect.poll(() => signals).toHaveLength(1);
    first.abort();
    await expect(waiting[0]).rejects.toBe(first.signal.reason);
    expect(signals[0]?.aborted).toBe(false);
    second.abort();
    await outcomes;
    expect(signals[0]?.aborted).toBe(true);
    expect(await readdir(folder)).toEqual([]);
    expect(await read(cache, "a", making("later"))).toBe("later");
  });

  test("is made anew for who comes just when the last leaves", async () => {
    const cache = new VariantCache(folder, 1_000);
    const { make, signals } = queued();
    const leaving = new AbortController();
    const left = cache.open("a", make, leaving.signal).catch(() => "left");
    await expect.poll(() => signals).toHaveLength(1);
    leaving.abort();
    expect(await read(cache, "a", making("anew"))).toBe("anew");
    expect(await left).toBe("left");
  });

  test("goes on for who stays", async () => {
    const cache = new VariantCache(folder, 1_000);
    const { make, signals, go } = queued();
    const leaving = new AbortController();
    const left = cache.open("a", make, leaving.signal).catch(() => "left");
    const stays = read(cache, "a", never);
    await expect.poll(() => signals).toHaveLength(1);
    leaving.abort();
    expect(await left).toBe("left");
    go();
    expect(await stays).toBe("made");
  });
});
