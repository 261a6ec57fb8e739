import type { Issue } from "@lintel/contract";

export interface Parameter {
  /** As it was written, decoded: `where[title][eq]`. */
  name: string;
  value: string;
}

/** More than any valid query has: every condition and every other parameter once. */
const most = 64;

/** Reads a query string strictly: what is wrongly encoded is refused, and not guessed at. */
export function readParameters(query: string): { parameters: Parameter[]; issues: Issue[] } {
  const parameters: Parameter[] = [];
  const issues: Issue[] = [];
  if (query === "") return { parameters, issues };
  const parts = query.split("&", most + 1);
  if (parts.length > most)
    return { parameters, issues: [{ path: "", message: `The query has more than ${most} parameters.` }] };
  const seen = new Set<string>();
  for (const part of parts) {
    if (part === "") continue;
    const equals = part.indexOf("=");
    const name = decode(equals < 0 ? part : part.slice(0, equals));
    const value = decode(equals < 0 ? "" : part.slice(equals + 1));
    if (name === undefined || value === undefined) {
      issues.push({
        path: name ?? "",
        message: `${JSON.stringify(part.slice(0, 40))} is wrongly percent-encoded. Encode the bytes of UTF-8.`,
      });
    } else if (name.includes("\0") || value.includes("\0")) {
      issues.push({
        path: name.replaceAll("\0", "\u2400"),
        message: "Holds a NUL character, which no text here holds. Remove it.",
      });
    } else if (seen.has(name)) {
      issues.push({ path: name, message: "Given more than once. Give it once." });
    } else {
      seen.add(name);
      parameters.push({ name, value });
    }
  }
  return { parameters, issues };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}
