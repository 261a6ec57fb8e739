import { expect, test } from "vitest";
import { chooseEncoding, isHeld } from "./negotiate.js";

test.each([
  [undefined, "identity"],
  ["", "identity"],
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["GZIP;Q=1", "gzip"],
  ["br", "br"],
  ["gzip, deflate, br, zstd", "br"],
  ["br;q=0.5, gzip;q=0.8", "gzip"],
  ["gzip;q=0, br;q=0", "identity"],
  ["*", "br"],
  ["*;q=0", "identity"],
  ["br;q=0, *;q=0.1", "gzip"],
  ["identity, gzip;q=0.5", "identity"],
  ["identity;q=0.1, gzip;q=0.5", "gzip"],
  ["deflate, zstd", "identity"],
  ["gzip;q=nonsense, br", "br"],
  ["gzip;q=0.001", "gzip"],
])("who accepts %j gets %s", (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
  expect(chooseEncoding(header)).toBe(encoding);
});

test("a header without end is read as far as it makes sense", () => {
  expect(chooseEncoding(`${"x,".repeat(8_000)}gzip`)).toBe("identity");
});

test.each([
  ['"abc"', true],
  ['"abc-gzip"', true],
  ['"abc-br"', true],
  ['W/"abc"', true],
  ['"x", W/"abc-br" , "y"', true],
  ["*", true],
  [" * ", true],
  ['"abcd"', false],
  ['"abc-zstd"', false],
  ['"x-abc"', false],
  ["abc", false],
  ['""', false],
  [undefined, false],
])("whether %s names the body: %s", (header, held) => {
  expect(isHeld(header, "abc")).toBe(held);
});
