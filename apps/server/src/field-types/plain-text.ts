import { refuse } from "./field-type.js";

/** Says what is wrong with a text that PostgreSQL cannot hold or that no reader could show; null when it is fine. */
export function checkText(text: string, limit: number): string | null {
  if (text.length > limit) {
    return `The text has ${text.length.toLocaleString("en")} characters; ${limit.toLocaleString("en")} is the most.`;
  }
  if (text.includes("\0")) return "The text holds a NUL character (U+0000). Remove it.";
  if (!text.isWellFormed()) return "The text holds half of a surrogate pair. Send well-formed Unicode.";
  return null;
}

/** Names what came in words, for messages: `an array`, `the number 12`. */
export function describe(input: unknown): string {
  if (input === null) return "null";
  if (Array.isArray(input)) return "an array";
  switch (typeof input) {
    case "string":
      return `the text ${JSON.stringify(input.length > 40 ? `${input.slice(0, 40)}…` : input)}`;
    case "number":
    case "boolean":
      return `${typeof input === "number" ? "the number" : "the boolean"} ${String(input)}`;
    case "undefined":
      return "nothing";
    default:
      return "an object";
  }
}

export const expected = (what: string, input: unknown) => refuse(`Expected ${what}, got ${describe(input)}.`);
