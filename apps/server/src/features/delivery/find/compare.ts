import type { Test } from "../query/content-query.js";
import type { Parameters } from "./statement.js";

/** What is compared. `prefix` is indexed and holds the first 160 characters; `whole` is read where that is too few. */
export type Column = { kind: "text"; prefix: string; whole: string } | { kind: "plain"; name: string };

const prefixLength = 160;

/** Cut where the index cuts: by characters, not by UTF-16 units. */
export const toPrefix = (text: string): string =>
  text.length <= prefixLength ? text : [...text].slice(0, prefixLength).join("");

const isShort = (text: string): boolean => text.length < prefixLength;

/** The test on a column, as SQL. `exists` holds wherever there is a value and asks nothing more. */
export function compare(
  parameters: Parameters,
  column: Column,
  test: Exclude<Test, { kind: "exists" }>,
): string {
  const { prefix, whole } = column.kind === "text" ? column : { prefix: column.name, whole: column.name };
  const isCut = column.kind === "text" && prefix !== whole;
  switch (test.kind) {
    case "any": {
      const keys = test.operands.map(({ key }) => key);
      if (!isCut || keys.every((key) => isShort(String(key)))) return isAny(parameters, prefix, keys);
      const cut = isAny(parameters, prefix, keys.map(String).map(toPrefix));
      return `${cut} and ${isAny(parameters, whole, keys)}`;
    }
    case "compare": {
      const key = String(test.key);
      // A text shorter than the cut compares with a prefix as it does with the whole.
      if (!isCut || isShort(key)) return `${prefix} ${test.by} ${parameters.add(key)}`;
      const wide = test.by.startsWith("<") ? "<=" : ">=";
      return `${prefix} ${wide} ${parameters.add(toPrefix(key))} and ${whole} ${test.by} ${parameters.add(key)}`;
    }
    case "contains":
      return `strpos(${whole}, ${parameters.add(test.text)}) > 0`;
    case "starts": {
      const cut = toPrefix(test.text);
      const end = endOfRange(cut);
      const from = `${prefix} >= ${parameters.add(cut)}`;
      const range = end === undefined ? from : `${from} and ${prefix} < ${parameters.add(end)}`;
      return cut === test.text ? range : `${range} and starts_with(${whole}, ${parameters.add(test.text)})`;
    }
  }
}

function isAny(parameters: Parameters, column: string, keys: readonly (string | number)[]): string {
  return keys.length === 1
    ? `${column} = ${parameters.add(keys[0])}`
    : `${column} = any(${parameters.add(keys)})`;
}

/** The least text behind all that start with this one; undefined where there is none. */
function endOfRange(text: string): string | undefined {
  const points = [...text];
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    const next = last.codePointAt(0)! + 1;
    if (next > 0x10ffff) continue;
    // Surrogates stand between the planes and are no characters.
    return points.join("") + String.fromCodePoint(next >= 0xd800 && next <= 0xdfff ? 0xe000 : next);
  }
  return undefined;
}
