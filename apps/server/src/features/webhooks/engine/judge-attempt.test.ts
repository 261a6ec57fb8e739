import { expect, test } from "vitest";
import { judgeAttempt, retryDelays } from "./judge-attempt.js";

const at = Date.parse("2026-03-04T09:30:00.000Z");
const judge = (status: number | null, step = 0, retryAfter?: string, random = 0) =>
  judgeAttempt({ status, retryAfter, step, at }, () => random);

test("attempts follow at once, then after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, then no more", () => {
  const waits = [];
  for (let step = 0; ; step++) {
    const { outcome, nextAt } = judge(500, step);
    if (outcome === "given up") break;
    waits.push((nextAt! - at) / 1_000);
  }
  expect(waits).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]);
});

test("each wait is lengthened at random by up to a tenth, and never shortened", () => {
  for (const [step, delay] of retryDelays.entries()) {
    for (const random of [0, 0.5, 0.999]) {
      const wait = judge(null, step, undefined, random).nextAt! - at;
      expect(wait).toBeGreaterThanOrEqual(delay);
      expect(wait).toBeLessThan(delay * 1.1);
    }
  }
});

test.each([200, 201, 202, 204, 206, 299])("%i is a success", (status) => {
  expect(judge(status)).toEqual({ outcome: "success", nextAt: null, pause: 0, isGone: false });
});

test.each([null, 101, 301, 302, 307, 308, 400, 401, 404, 422, 429, 500, 502, 503, 504])(
  "trust 34: %s is a failure that is tried again",
  (status) => {
    expect(judge(status)).toMatchObject({ outcome: "retry", nextAt: at + 5_000, isGone: false });
  },
);

test("trust 34: 410 is the end at once", () => {
  expect(judge(410)).toEqual({ outcome: "given up", nextAt: null, pause: 0, isGone: true });
});

test.each([
  [429, "120", 120],
  [503, "120", 120],
  [429, "Wed, 04 Mar 2026 09:35:00 GMT", 300],
  [429, "2", 5],
  [429, "0", 5],
  [429, "-5", 5],
  [429, "soon", 5],
  [429, "Wed, 04 Mar 2020 09:35:00 GMT", 5],
  [503, "99999999", 86_400],
  [503, "999999999999999", 5],
  [500, "120", 5],
])("trust 34: %i with `Retry-After: %s` is tried again after %i s", (status, retryAfter, seconds) => {
  expect(judge(status, 0, retryAfter).nextAt! - at).toBe(seconds * 1_000);
});

test("the schedule wins where it waits longer than `Retry-After` asks for", () => {
  expect(judge(429, 3, "60").nextAt! - at).toBe(7_200_000);
});
