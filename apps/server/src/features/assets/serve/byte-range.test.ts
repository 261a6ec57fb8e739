import { expect, test } from "vitest";
import { parseByteRange } from "./byte-range.js";

test.each([
  ["bytes=0-0", { start: 0, end: 0 }],
  ["bytes=2-5", { start: 2, end: 5 }],
  ["bytes=2-", { start: 2, end: 9 }],
  ["bytes=2-999", { start: 2, end: 9 }],
  ["bytes=-3", { start: 7, end: 9 }],
  ["bytes=-999", { start: 0, end: 9 }],
  ["Bytes=0-1", { start: 0, end: 1 }],
])("%s of ten bytes is a range", (header, range) => {
  expect(parseByteRange(header, 10)).toEqual(range);
});

test.each(["bytes=10-", "bytes=10-20", "bytes=-0", "bytes=999999999999-"])(
  "%s of ten bytes cannot be had",
  (header) => {
    expect(parseByteRange(header, 10)).toBe("unsatisfiable");
  },
);

test.each([
  undefined,
  "",
  "bytes=",
  "bytes=-",
  "bytes=5-2",
  "bytes=a-b",
  "lines=1-2",
  "bytes=0-1,3-4",
  "bytes=1.5-2",
])("%s means the whole", (header) => {
  expect(parseByteRange(header, 10)).toBeNull();
});

test("no range of an empty file can be had", () => {
  expect(parseByteRange("bytes=0-", 0)).toBe("unsatisfiable");
});
