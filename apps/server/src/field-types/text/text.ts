import { accept, defineFieldType, refuse } from "../field-type.js";
import { foldText } from "../fold-text.js";
import { checkText, expected } from "../plain-text.js";

const limit = 20_000;

/** A text of any number of lines, at most 20,000 characters. */
export const text = defineFieldType<string>({
  type: "text",
  shape: "string",
  uses: [],
  storage: "values",
  empty: null,
  parse(input) {
    if (typeof input !== "string") return expected("text", input);
    const wrong = checkText(input, limit);
    return wrong ? refuse(wrong) : accept(input === "" ? null : input);
  },
  resolve: (stored) => stored,
  words: (stored) => stored,
  index: {
    column: "text",
    operators: ["eq", "ne", "in", "nin", "lt", "lte", "gt", "gte", "contains", "starts", "exists"],
    sortable: true,
    cells: (stored) => [{ text: foldText(stored) }],
    operand: (operand) => ({ ok: true, key: foldText(operand), exact: operand }),
  },
  toPlain: (stored) => stored,
  fromPlain: (plain) => (Array.isArray(plain) ? plain.join(", ") : String(plain)),
});
