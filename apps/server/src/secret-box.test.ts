import { expect, test } from "vitest";
import { createSecretBox, SecretUnreadable } from "./secret-box.js";

const first = "a".repeat(32);
const second = "b".repeat(32);
const plain = Buffer.from("0123456789abcdef0123456789abcdef");

test("what is sealed opens again, and shows nothing of what is in it", () => {
  const box = createSecretBox(first);
  const sealed = box.seal(plain, "org_1/whe_1");
  expect(box.open(sealed, "org_1/whe_1")).toEqual(plain);
  expect(sealed.includes(plain.subarray(0, 8))).toBe(false);
  expect(box.seal(plain, "org_1/whe_1")).not.toEqual(sealed);
});

test("a row's secret opens for no other row, and not when a bit of it is changed", () => {
  const box = createSecretBox(first);
  const sealed = box.seal(plain, "org_1/whe_1");
  expect(() => box.open(sealed, "org_1/whe_2")).toThrow(SecretUnreadable);
  for (const place of [0, 3, 8, 20, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[place]! ^= 1;
    expect(() => box.open(changed, "org_1/whe_1")).toThrow(SecretUnreadable);
  }
  expect(() => box.open(sealed.subarray(0, 10), "org_1/whe_1")).toThrow(SecretUnreadable);
});

test("after the deployment's secret changed, what the one before sealed opens while it is named, and is not current", () => {
  const sealed = createSecretBox(first).seal(plain, "x");
  const rotated = createSecretBox(second, first);
  expect(rotated.open(sealed, "x")).toEqual(plain);
  expect(rotated.isCurrent(sealed)).toBe(false);
  const again = rotated.seal(plain, "x");
  expect(rotated.isCurrent(again)).toBe(true);
  expect(createSecretBox(second).open(again, "x")).toEqual(plain);
  expect(() => createSecretBox(second).open(sealed, "x")).toThrow("LINTEL_SECRET_PREVIOUS");
});
