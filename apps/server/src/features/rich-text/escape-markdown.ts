// What a character means to a reader of markdown, and how to say only the character. Escapes are kept few, so
// that the markdown stays pleasant to read, but never fewer than the CommonMark and GFM rules need.

const ENTITY = /&(?=(?:#\d{1,8}|#x[\da-f]{1,8}|[a-z][a-z\d]{0,31});)/gi;
const ALWAYS = /[`*~[\]]|\\(?=[!-/:-@[-`{-~]|$)|<(?! )/g;
/** An underscore between letters or digits is part of a word in every dialect. */
const UNDERSCORE = /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
const AUTOLINK = /(?<=https?):(?=\/\/)|(?<=www)\.|(?<=[\w.+-])@(?=[\w-])/gi;
/** What would make a line a heading, quote, list, rule, underline or the second line of a table. */
const LINE_START = /^(?:#{1,6}(?=\s|$)|>|[-+](?=\s|$)|[-=|:][-=|:\s]*$)/;
const LINE_START_NUMBER = /^(\d{1,9})([.)])(?=\s|$)/;

export type TextPosition = {
  /** Nothing but the block's own marker stands before the text on its line. */
  isLineStart: boolean;
  isBlockStart: boolean;
  isBlockEnd: boolean;
  isAfterFootnote: boolean;
  /** Addresses are not linked once more inside of a link. */
  isInLink: boolean;
};

export function escapeText(text: string, position: TextPosition): string {
  // Parsers trim more than the ASCII spaces at the ends of a block.
  const rest = position.isBlockStart ? text.trimStart() : text;
  const words = position.isBlockEnd ? rest.trimEnd() : rest;
  const before = text.slice(0, text.length - rest.length).replace(/\s/g, spaceEntity);
  return before + escapeWords(words, position) + rest.slice(words.length).replace(/\s/g, spaceEntity);
}

function escapeWords(text: string, position: TextPosition): string {
  let escaped = escapeInline(text, position.isInLink);
  // A bracket after an exclamation mark would make it an image.
  if (!position.isBlockEnd && escaped.endsWith("!")) escaped = `${escaped.slice(0, -1)}\\!`;
  if (position.isAfterFootnote && escaped.startsWith(":")) escaped = `\\${escaped}`;
  return position.isLineStart
    ? escaped.replace(LINE_START, "\\$&").replace(LINE_START_NUMBER, "$1\\$2")
    : escaped;
}

/** Text where only inline syntax is read, such as an image's description. */
export function escapeInline(text: string, isInLink = true): string {
  if (!/[`*~[\]\\<_&:.@]/.test(text)) return text;
  const escaped = text.replace(ALWAYS, "\\$&").replace(UNDERSCORE, "\\_").replace(ENTITY, "\\&");
  return isInLink ? escaped : escaped.replace(AUTOLINK, "\\$&");
}

export function linkTarget(url: string, title: string | null): string {
  const escaped = hasBalancedParentheses(url) ? url : url.replace(/[()]/g, "\\$&");
  const target = escaped.replace(ENTITY, "\\&");
  if (title === null) return `(${target})`;
  return `(${target} "${title.replace(/["\\]/g, "\\$&").replace(ENTITY, "\\&")}")`;
}

function hasBalancedParentheses(url: string): boolean {
  let depth = 0;
  for (const character of url) {
    if (character === "(") depth++;
    if (character === ")") depth--;
    if (depth < 0 || depth > 30) return false;
  }
  return depth === 0;
}

/** A code span whose fence is longer than any run of backticks in it. */
export function codeSpan(code: string): string {
  const fence = "`".repeat(longestRun(code, "`") + 1);
  const isPadded = /^`|`$|^ .* $/.test(code);
  return isPadded ? `${fence} ${code} ${fence}` : fence + code + fence;
}

export function longestRun(text: string, character: string): number {
  let longest = 0;
  let run = 0;
  for (const found of text) {
    run = found === character ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

function spaceEntity(space: string): string {
  return space === "\u00a0" ? "&nbsp;" : `&#x${space.charCodeAt(0).toString(16)};`;
}
