import { accept, defineFieldType, refuse } from "../field-type.js";
import { describe, expected } from "../plain-text.js";

/** A double-precision number. Whole numbers stay exact up to 2^53 - 1, and are refused beyond. */
export const number = defineFieldType<number>({
  type: "number",
  shape: "number",
  uses: [],
  storage: "values",
  empty: null,
  parse(input) {
    if (typeof input !== "number" || !Number.isFinite(input)) return expected("a number", input);
    if (Number.isInteger(input) && !Number.isSafeInteger(input)) {
      return refuse(
        `${describe(input)} is past what stays exact. Whole numbers go from -(2^53 - 1) to 2^53 - 1.`,
      );
    }
    // Minus zero becomes zero, as JSON has it.
    return accept(input + 0);
  },
  resolve: (stored) => stored,
  index: {
    column: "number",
    operators: ["eq", "ne", "in", "nin", "lt", "lte", "gt", "gte", "exists"],
    sortable: true,
    cells: (stored) => [{ number: stored }],
    operand(operand) {
      const value = readNumber(operand);
      return value === undefined
        ? { ok: false, message: `Expected a number, got ${describe(operand)}.` }
        : { ok: true, key: value };
    },
  },
  toPlain: (stored) => stored,
  fromPlain(plain) {
    if (typeof plain === "number") return plain;
    if (typeof plain === "boolean") return plain ? 1 : 0;
    return typeof plain === "string" ? readNumber(plain) : undefined;
  },
});

function readNumber(text: string): number | undefined {
  const value = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?\s*$/i.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}
