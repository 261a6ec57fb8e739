// Control characters print nothing and break feeds, terminals and XML, so no text keeps them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const CONTROL = /[\0-\x08\x0e-\x1f\x7f\ufffe\uffff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: tests for the characters above
const NEEDS_CLEANING = /[\0-\x09\x0a-\x1f\x7f\ufffe\uffff]| {2}/;

/** Text outside of code: runs of white space are one space, as a browser shows them. */
export function cleanProse(text: string): string {
  if (!NEEDS_CLEANING.test(text)) return text;
  return text.replace(CONTROL, "").replace(/[ \t\n\v\f\r]+/g, " ");
}

/** Text in an inline code mark: spaces count, line ends do not exist. */
export function cleanInlineCode(text: string): string {
  return text.replace(CONTROL, "").replace(/\r\n?|[\n\t\v\f]/g, " ");
}

/** Text in a code block: everything counts but the kind of line end. */
export function cleanCode(text: string): string {
  return text.replace(CONTROL, "").replace(/\r\n?|[\v\f]/g, "\n");
}

/** Attributes that hold words: trimmed prose, and null instead of nothing. */
export function cleanAttribute(text: string | null): string | null {
  return text === null ? null : cleanProse(text).replace(/^ | $/g, "") || null;
}
