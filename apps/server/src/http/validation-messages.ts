import { z } from "zod";

type RawIssue = z.core.$ZodRawIssue;

const expectations: Record<string, string> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
  null: "null",
  date: "a date",
};

const formats: Record<string, string> = {
  datetime: "a date and time in UTC, as 2026-03-04T09:30:00.000Z",
  date: "a date, as 2026-03-04",
  email: "an e-mail address, as name@example.org",
  url: "a URL, as https://example.org/page",
  base64: "base64",
  base64url: "base64url",
  uuid: "a UUID",
};

/**
 * Says what was expected and what came, in place of zod's own words. A schema that words its own message keeps it.
 *
 * @see https://zod.dev/error-customization
 */
export function describeIssue(issue: RawIssue): string | undefined {
  const { input } = issue;
  switch (issue.code) {
    case "invalid_type":
      return expected(expectations[issue.expected] ?? `a ${issue.expected}`, input);
    case "invalid_value":
      return expected(oneOf(issue.values.map((value) => show(value))), input);
    case "invalid_union":
      return issue.discriminator && "options" in issue && Array.isArray(issue.options)
        ? expected(oneOf(issue.options.map(show)), memberOf(input, issue.discriminator))
        : expected(oneOf(unionExpectations(issue)) || "something else", input);
    case "invalid_format":
      return expected(formats[issue.format] ?? `text of the form ${issue.pattern ?? issue.format}`, input);
    case "too_small":
      if (issue.origin === "string" && issue.minimum === 1) return "Must not be empty.";
      return bound(issue.origin, issue.inclusive === false ? "more than" : "at least", issue.minimum, input);
    case "too_big":
      return bound(issue.origin, issue.inclusive === false ? "less than" : "at most", issue.maximum, input);
    case "not_multiple_of":
      return expected(`a multiple of ${issue.divisor}`, input);
    case "unrecognized_keys":
      return `Unknown: ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}. Remove it or correct its name.`;
    default:
      return undefined;
  }
}

/** Makes every validation of this process speak so. */
export function useOwnValidationMessages(): void {
  z.config({ customError: describeIssue });
}

function expected(what: string, input: unknown): string {
  if (input === undefined) return `Missing. Expected ${what}.`;
  return Number.isNaN(input) ? `Expected ${what}.` : `Expected ${what}, got ${show(input)}.`;
}

const units: Record<string, string> = {
  string: "character",
  array: "item",
  set: "item",
  file: "byte",
};

function bound(origin: string, side: string, limit: number | bigint, input: unknown): string {
  const unit = units[origin];
  const size = typeof input === "string" || Array.isArray(input) ? input.length : input;
  if (!unit) return `Expected ${side} ${limit}, got ${show(size)}.`;
  return `Expected ${side} ${limit} ${unit}${limit === 1 ? "" : "s"}, got ${String(size)}.`;
}

function unionExpectations(issue: Extract<RawIssue, { code: "invalid_union" }>): string[] {
  const own = issue.errors.map(([first]) => first).filter((first) => first?.path.length === 0);
  const names = own.map((first) => {
    if (first?.code === "invalid_type") return expectations[first.expected] ?? `a ${first.expected}`;
    if (first?.code === "invalid_value") return oneOf(first.values.map((value) => show(value)));
    return first?.code === "invalid_format" ? (formats[first.format] ?? "other text") : "something else";
  });
  return [...new Set(names)];
}

function memberOf(input: unknown, name: string): unknown {
  const members: object = Object(input);
  return Object.getOwnPropertyDescriptor(members, name)?.value;
}

const list = new Intl.ListFormat("en", { type: "disjunction" });

const oneOf = (names: string[]): string => list.format(names);

/** A value as it came, short enough for a message. */
function show(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "an empty array" : "an array";
  if (typeof value === "object" && value !== null) return "an object";
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
