import { describe, expect, it } from "vitest";
import { newId } from "../../../db/new-id.js";
import type { SignalListener } from "../../../db/signals.js";
import { Answer } from "./answer.js";
import { BodyCache } from "./body-cache.js";

const organizationId = newId("organization");
let digests = 0;

function answerOf(size: number): Answer {
  digests += 1;
  return new Answer({ digest: `d${digests}`, size, bytes: Buffer.alloc(size, "a") }, 1, []);
}

function newCache(bytes: number) {
  let listener: SignalListener = () => {};
  const signals = {
    connected: true,
    subscribe(heard: SignalListener) {
      listener = heard;
      return () => {};
    },
  };
  const cache = new BodyCache(signals, bytes);
  const changed = (content: number, of = organizationId) => listener({ organizationId: of, content });
  return { cache, signals, changed, missed: () => listener("missed") };
}

const shelfOf = ({ cache }: ReturnType<typeof newCache>, of = organizationId) => cache.shelfOf(of)!;

describe("kept answers", () => {
  it("stay within the budget, those used last the longest", () => {
    const kept = newCache(100_000);
    const shelf = shelfOf(kept);
    const answers = Array.from({ length: 12 }, () => answerOf(10_000));
    answers.forEach((answer, at) => {
      kept.cache.keep(shelf, `key ${at}`, answer);
      kept.cache.nameUrl(answer, `/url/${at}`);
      kept.cache.touch(answers[0]!);
    });
    expect(shelf.byKey.has("key 0")).toBe(true);
    expect(shelf.byKey.has("key 1")).toBe(false);
    expect(shelf.byUrl.has("/url/1")).toBe(false);
    expect(shelf.byKey.size).toBeLessThanOrEqual(8);
    expect(shelf.byUrl.size).toBe(shelf.byKey.size);
  });

  it("count the encodings that were made of them", async () => {
    const kept = newCache(20_000);
    const shelf = shelfOf(kept);
    const [first, second] = [answerOf(5_000), answerOf(5_000)];
    kept.cache.keep(shelf, "first", first);
    kept.cache.keep(shelf, "second", second);
    expect(shelf.byKey.size).toBe(2);
    const noise = Buffer.from(Array.from({ length: 6_000 }, (_, at) => (at * 7_919) % 251));
    const third = new Answer({ digest: "noise", size: noise.length, bytes: noise }, 1, []);
    kept.cache.keep(shelf, "third", third);
    expect([...shelf.byKey.keys()]).toEqual(["second", "third"]);
    await third.make("gzip");
    await third.make("br");
    expect(third.bytes).toBeGreaterThan(noise.length + 2_048);
  });

  it("trust 16: count the names under which they are found, and take no endless ones", () => {
    const kept = newCache(100_000);
    const shelf = shelfOf(kept);
    for (let at = 0; at < 200; at += 1) {
      const answer = answerOf(10);
      kept.cache.keep(shelf, `${at}`.padEnd(1_500, "x"), answer);
      for (let spelling = 0; spelling < 16; spelling += 1) {
        kept.cache.nameUrl(answer, `/${at}/${spelling}`.padEnd(1_500, "y"));
      }
    }
    const characters = [...shelf.byKey.keys(), ...shelf.byUrl.keys()].join("").length;
    expect(characters * 2).toBeLessThan(100_000);
    kept.cache.keep(shelf, "z".repeat(2_001), answerOf(10));
    expect(shelf.byKey.has("z".repeat(2_001))).toBe(false);
  });

  it("are none where one alone would take most of the budget", () => {
    const kept = newCache(10_000);
    kept.cache.keep(shelfOf(kept), "large", answerOf(9_000));
    expect(shelfOf(kept).byKey.size).toBe(0);
  });

  it("are found by so many spellings and no more", () => {
    const kept = newCache(100_000);
    const answer = answerOf(10);
    kept.cache.keep(shelfOf(kept), "key", answer);
    for (let at = 0; at < 1_000; at++) kept.cache.nameUrl(answer, `/url/${at}`);
    expect(shelfOf(kept).byUrl.size).toBe(16);
  });
});

describe("a change", () => {
  it("puts all of its organization out of reach at once, and nothing of others", () => {
    const kept = newCache(100_000);
    const other = newId("organization");
    const [ours, theirs] = [shelfOf(kept), shelfOf(kept, other)];
    kept.cache.keep(ours, "key", answerOf(10));
    kept.cache.keep(theirs, "key", answerOf(10));
    kept.changed(1);
    expect(ours.isLeft).toBe(true);
    expect(shelfOf(kept)).not.toBe(ours);
    expect(shelfOf(kept).byKey.size).toBe(0);
    expect(shelfOf(kept, other).byKey.size).toBe(1);
  });

  it("keeps out what is still built for what was before", () => {
    const kept = newCache(100_000);
    const before = shelfOf(kept);
    kept.changed(1);
    const late = answerOf(10);
    kept.cache.keep(before, "key", late);
    kept.cache.nameUrl(late, "/url");
    expect(before.byKey.size).toBe(0);
    expect(shelfOf(kept).byUrl.size).toBe(0);
  });

  it("that was heard already, as our own are twice, drops nothing anew", () => {
    const kept = newCache(100_000);
    kept.changed(7);
    const shelf = shelfOf(kept);
    kept.changed(7);
    kept.changed(6);
    expect(shelfOf(kept)).toBe(shelf);
    kept.changed(8);
    expect(shelfOf(kept)).not.toBe(shelf);
  });

  it("that may have been missed drops everything", () => {
    const kept = newCache(100_000);
    kept.changed(7);
    const shelf = shelfOf(kept);
    kept.cache.keep(shelf, "key", answerOf(10));
    kept.missed();
    expect(shelf.isLeft).toBe(true);
    expect(shelfOf(kept)).not.toBe(shelf);
  });

  it("frees also what is a great deal", async () => {
    const kept = newCache(100_000_000);
    const shelf = shelfOf(kept);
    for (let at = 0; at < 5_000; at++) kept.cache.keep(shelf, `key ${at}`, answerOf(10));
    kept.changed(1);
    while (shelf.byKey.size > 0) await new Promise((resolve) => setImmediate(resolve));
    expect(shelf.byKey.size).toBe(0);
  });
});

it("keeps nothing while changes of others cannot be heard", () => {
  const kept = newCache(100_000);
  kept.signals.connected = false;
  expect(kept.cache.shelfOf(organizationId)).toBeUndefined();
});
