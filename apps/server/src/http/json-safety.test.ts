import fc from "fast-check";
import { expect, test } from "vitest";
import { exceedsDepth, findHostileValue } from "./json-safety.js";

test("trust 12: depth counts brackets outside strings only", () => {
  const nested = (depth: number) => Buffer.from(`${'{"a":['.repeat(depth / 2)}${"]}".repeat(depth / 2)}`);
  expect(exceedsDepth(nested(256))).toBe(false);
  expect(exceedsDepth(nested(258))).toBe(true);
  expect(exceedsDepth(nested(10_000))).toBe(true);
  expect(exceedsDepth(Buffer.from(JSON.stringify({ a: '\\"[{'.repeat(1_000), b: "[".repeat(1_000) })))).toBe(
    false,
  );
  expect(exceedsDepth(Buffer.from(JSON.stringify(Array(1_000).fill([]))))).toBe(false);
});

test("trust 11: keys that reach a prototype are refused by place", () => {
  expect(findHostileValue(JSON.parse('{"values":{"__proto__":{"admin":true}}}'))).toEqual({
    path: "values.__proto__",
    message: 'The key "__proto__" is refused. Use another.',
  });
  expect(findHostileValue({ list: [{}, { constructor: 1 }] })?.path).toBe("list[1].constructor");
  expect(findHostileValue({ prototype: 1 })?.path).toBe("prototype");
});

test.each([
  ["a number past 2^53", '{"price":9007199254740993}', "price"],
  ["a number that is none", '{"price":-1e999}', "price"],
  ["a NUL character", '{"tags":["ok","a\\u0000b"]}', "tags[1]"],
  ["a NUL character in a key", '{"a\\u0000b":1}', '["a\\u0000b"]'],
  ["half of a surrogate pair", '{"name":"\\ud83d!"}', "name"],
])("trust 12: %s is refused by place", (_, text, path) => {
  expect(findHostileValue(JSON.parse(text))).toMatchObject({ path });
});

test("ordinary JSON passes, whatever it holds", () => {
  expect(
    findHostileValue({ a: [1, -2.5, 1e15, null, true, "😀", "a\nb"], b: { c: Number.MAX_SAFE_INTEGER } }),
  ).toBe(undefined);
  const ordinary = fc
    .jsonValue()
    // 16 digits may be a whole number past 2^53 - 1.
    .filter(
      (value) => !/__proto__|constructor|prototype|e\+|\d{16}|\\u0000|\\ud/i.test(JSON.stringify(value)),
    );
  fc.assert(fc.property(ordinary, (value) => findHostileValue(value) === undefined));
});

test("the first of several places is named", () => {
  expect(findHostileValue({ a: { b: "\0" }, c: "\0" })?.path).toBe("a.b");
});
