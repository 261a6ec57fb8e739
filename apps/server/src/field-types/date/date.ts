import { accept, defineFieldType, refuse } from "../field-type.js";
import { describe, expected } from "../plain-text.js";

/** A calendar date without a time or a zone: `YYYY-MM-DD`, as ISO 8601 has it. */
export const date = defineFieldType<string>({
  type: "date",
  shape: "string",
  uses: [],
  storage: "values",
  empty: null,
  parse(input) {
    if (typeof input !== "string") return expected("a date as YYYY-MM-DD", input);
    if (input === "") return accept<string>(null);
    return isDate(input) ? accept(input) : refuse(notADate(input));
  },
  resolve: (stored) => stored,
  index: {
    column: "text",
    operators: ["eq", "ne", "in", "nin", "lt", "lte", "gt", "gte", "exists"],
    sortable: true,
    cells: (stored) => [{ text: stored }],
    operand: (operand) =>
      isDate(operand) ? { ok: true, key: operand } : { ok: false, message: notADate(operand) },
  },
  toPlain: (stored) => stored,
  fromPlain(plain) {
    if (typeof plain !== "string") return undefined;
    const day = plain.trim().replace(/T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/, "");
    return isDate(day) ? day : undefined;
  },
});

const notADate = (input: string) =>
  `Expected a date as YYYY-MM-DD, such as 2026-03-04, got ${describe(input)}.`;

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith("0000")) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  // A day past the end of its month rolls over, or is refused, depending on the day.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
