import { accept, defineFieldType } from "../field-type.js";
import { describe, expected } from "../plain-text.js";

const words = new Map([
  ["true", true],
  ["yes", true],
  ["1", true],
  ["false", false],
  ["no", false],
  ["0", false],
]);

/** True or false, or nothing said yet: null. */
export const checkbox = defineFieldType<boolean>({
  type: "checkbox",
  shape: "boolean",
  uses: [],
  storage: "values",
  empty: null,
  parse: (input) => (typeof input === "boolean" ? accept(input) : expected("true or false", input)),
  resolve: (stored) => stored,
  index: {
    column: "number",
    operators: ["eq", "ne", "exists"],
    sortable: true,
    cells: (stored) => [{ number: stored ? 1 : 0 }],
    operand: (operand) =>
      operand === "true" || operand === "false"
        ? { ok: true, key: operand === "true" ? 1 : 0 }
        : { ok: false, message: `Expected true or false, got ${describe(operand)}.` },
  },
  toPlain: (stored) => stored,
  fromPlain: (plain) => (typeof plain === "boolean" ? plain : words.get(String(plain).trim().toLowerCase())),
});
