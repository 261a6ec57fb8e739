import fc from "fast-check";
import { expect, test } from "vitest";
import { hashKey, isWellFormedKey, makeKey } from "./key-format.js";

test("a key is `ltl_` and 40 base62 characters, and is well-formed", () => {
  for (let count = 0; count < 500; count++) {
    const key = makeKey();
    expect(key).toMatch(/^ltl_[0-9A-Za-z]{40}$/);
    expect(isWellFormedKey(key)).toBe(true);
  }
});

test("the checksum is the CRC32 of all that stands before it", () => {
  expect(isWellFormedKey("ltl_8Kd0vQz3NfYw1TgRb7JmXc5LhPs9UaEi2o4EvxeE")).toBe(true);
});

test("a key with any one character changed is known as wrong without the database", () => {
  const key = makeKey();
  const alphabet = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-é\0"];
  fc.assert(
    fc.property(fc.nat({ max: key.length - 1 }), fc.constantFrom(...alphabet), (at, character) => {
      fc.pre(key[at] !== character);
      expect(isWellFormedKey(key.slice(0, at) + character + key.slice(at + 1))).toBe(false);
    }),
  );
});

test("whatever is no key is not well-formed", () => {
  fc.assert(fc.property(fc.string(), (text) => !isWellFormedKey(text)));
  const key = makeKey();
  for (const text of [`${key}\n`, ` ${key}`, key.slice(1), `${key}0`, key.toLowerCase(), key.toUpperCase()])
    expect(isWellFormedKey(text)).toBe(false);
});

test("the digest is 32 bytes and the same each time", () => {
  const key = makeKey();
  expect(hashKey(key)).toHaveLength(32);
  expect(hashKey(key)).toEqual(hashKey(key));
});
