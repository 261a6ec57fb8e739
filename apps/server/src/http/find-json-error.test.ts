import fc from "fast-check";
import { expect, test } from "vitest";
import { findJsonError } from "./find-json-error.js";

test.each([
  ["", 1, 1, "the text ends where a value is due"],
  ['{"a":1', 1, 7, "the text ends where a comma or } is due"],
  ['{"a":x}', 1, 6, '"x" stands where a value is due'],
  ['{"a":1,}', 1, 8, '"}" stands where a key in double quotes is due'],
  ["{a:1}", 1, 2, '"a" stands where a key in double quotes or } is due'],
  ['{"a" 1}', 1, 6, '"1" stands where a colon is due'],
  ["[1 2]", 1, 4, '"2" stands where a comma or ] is due'],
  ["[1,\n 2,\n]", 3, 1, '"]" stands where a value is due'],
  ["{} {}", 1, 4, '"{" stands where nothing more is due'],
  ['{"a":"\n"}', 1, 7, "a control character in a string must be escaped"],
  ['"\\x"', 1, 2, "a backslash escapes what it cannot"],
  ['["abc', 1, 6, "the text ends inside a string"],
  ["[01]", 1, 2, '"0" stands where a value or ] is due'],
  ["[-]", 1, 2, '"-" stands where a value or ] is due'],
  ["NaN", 1, 1, '"N" stands where a value is due'],
])("%j fails at line %i, column %i", (text, line, column, message) => {
  expect(findJsonError(text)).toEqual({ line, column, message });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test("what JSON.parse takes has no error, and what it refuses has one", () => {
  const crumbs = fc.constantFrom(...'{}[]:,"\\ \n\t-+.0123eEtruefalsn/u\u0000\u007f\u2028😀\ud800');
  const broken = fc
    .tuple(fc.json(), fc.nat(), fc.string({ unit: crumbs, maxLength: 3 }))
    .map(([json, at, cut]) => {
      const place = at % (json.length + 1);
      return json.slice(0, place) + cut + json.slice(place + 1);
    });
  fc.assert(
    fc.property(fc.oneof(fc.json(), broken, fc.string({ unit: crumbs })), (text) => {
      expect(findJsonError(text) === undefined).toBe(parses(text));
    }),
    { numRuns: 3_000 },
  );
});

test("a long text is read in one go", () => {
  expect(findJsonError(`["${"\\n".repeat(500_000)}`)?.message).toBe("the text ends inside a string");
  expect(findJsonError("[".repeat(1_000_000))?.message).toBe("the text ends where a value or ] is due");
});
