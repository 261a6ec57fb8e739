import type { Issue } from "@lintel/contract";
import { formatPath } from "./format-path.js";

/** Deeper than any document an editor can make, and far from what exhausts a stack. */
export const depthLimit = 256;

const [quote, backslash, openBrace, openBracket, closeBrace, closeBracket] = Buffer.from('"\\{[}]');

/** How deep a JSON text nests, read from its bytes: to parse a very deep one already takes too long. */
export function exceedsDepth(text: Buffer, limit: number = depthLimit): boolean {
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const byte = text[index];
    if (quoted) {
      if (byte === backslash) index += 1;
      else if (byte === quote) quoted = false;
    } else if (byte === quote) quoted = true;
    else if (byte === openBrace || byte === openBracket) {
      depth += 1;
      if (depth > limit) return true;
    } else if (byte === closeBrace || byte === closeBracket) depth -= 1;
  }
  return false;
}

/** Keys that reach the prototype of whatever they are merged into. */
export const refusedKeys: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/**
 * The first thing in a value, parsed from this JSON text, that no part of the service may meet. A text in it can only be
 * odd where the JSON has an escape, because JSON takes no NUL and UTF-8 no half of a pair: most are spared the look.
 */
export function findHostileValue(value: unknown, json = "\\u"): Issue | undefined {
  const found = find(value, json.includes("\\u"));
  return found && { path: formatPath(found.path), message: found.message };
}

interface Found {
  path: PropertyKey[];
  message: string;
}

/** Recursion is safe here: `exceedsDepth` comes first. */
function find(value: unknown, texts: boolean): Found | undefined {
  if (typeof value !== "object" || value === null) {
    if (typeof value === "string" && !texts) return undefined;
    const message = refusal(value);
    return message ? { path: [], message } : undefined;
  }
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const found = find(value[index], texts);
      if (found) return within(found, index);
    }
    return undefined;
  }
  for (const [key, child] of Object.entries(value)) {
    const odd = texts ? refusal(key) : undefined;
    const message = refusedKeys.has(key) ? `The key "${key}" is refused. Use another.` : odd;
    if (message) return { path: [key], message };
    const found = find(child, texts);
    if (found) return within(found, key);
  }
  return undefined;
}

function within(found: Found, key: PropertyKey): Found {
  found.path.unshift(key);
  return found;
}

function refusal(value: unknown): string | undefined {
  if (typeof value === "number" && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER))
    return `The number is beyond ±${Number.MAX_SAFE_INTEGER} and would be rounded. Use a smaller one, or send it as text where text is taken.`;
  if (typeof value !== "string") return undefined;
  if (value.includes("\0"))
    return "The text holds a NUL character (\\u0000), which cannot be stored. Remove it.";
  // With the flag `u` only a surrogate without its partner counts as one.
  if (/\p{Surrogate}/u.test(value))
    return "The text holds half of a surrogate pair, which is no character. Send both halves or neither.";
  return undefined;
}
