import { RichTextError } from "./limits.js";

/** Refuses the input: where it is wrong, and what to do about it. */
export function refuse(path: string, problem: string): never {
  throw new RichTextError(`${path}: ${problem}`);
}

/** Neither NUL nor half of a surrogate pair can be stored in the database or written as UTF-8. */
export function checkCharacters(text: string, path: string): void {
  const at = text.search(/\0|\p{Cs}/u);
  if (at < 0) return;
  const code = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, "0");
  refuse(path, `U+${code} at offset ${at} cannot be stored. Remove it.`);
}

/** What a value of JSON is, in words. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

export function quote(value: unknown): string {
  if (typeof value !== "string") return `of type ${kindOf(value)}`;
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}...` : value);
}
