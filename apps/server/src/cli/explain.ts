import { ConfigError } from "../config.js";

/** What a command failed of, in the words of whoever noticed. The stack helps only where nobody expected it. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return `Lintel stopped: ${String(error)}`;
  if (error instanceof ConfigError) return `Lintel cannot start. ${error.message}`;
  const causes: string[] = [];
  for (let at = error.cause; at instanceof Error && causes.length < 5; at = at.cause) causes.push(at.message);
  const isUnexpected = [
    "TypeError",
    "RangeError",
    "ReferenceError",
    "SyntaxError",
    "AssertionError",
  ].includes(error.name);
  const text = isUnexpected ? (error.stack ?? error.message) : error.message;
  return [text, ...causes.map((cause) => `  because: ${cause}`)].join("\n");
}
