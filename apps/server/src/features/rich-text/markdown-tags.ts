import type MarkdownIt from "markdown-it";
import type StateCore from "markdown-it/lib/rules_core/state_core.mjs";
import type StateInline from "markdown-it/lib/rules_inline/state_inline.mjs";
import type Token from "markdown-it/lib/token.mjs";

// Markdown has no delimiters for these, or none that work in every place. All other HTML in markdown is text.
const TAG = /<(\/?)(strong|b|em|i|u|s|del|sub|sup)>|<br ?\/?>/iy;
const TOKEN_OF_TAG: Readonly<Record<string, string>> = {
  strong: "strong",
  b: "strong",
  em: "em",
  i: "em",
  u: "u",
  s: "s",
  del: "s",
  sub: "sub",
  sup: "sup",
};

/** Reads `<br>` and the tags of our marks; teaches markdown-it that marks of one kind do not nest. */
export function readTags(md: MarkdownIt): void {
  md.inline.ruler.before("autolink", "mark_tag", markTag);
  md.core.ruler.after("inline", "pair_marks", (state: StateCore) => {
    for (const token of state.tokens) {
      if (token.children && token.children.length > 1) token.children = pairMarks(token.children);
      else if (token.children?.[0]?.type === "mark_tag") token.children[0].type = "text";
    }
  });
}

function markTag(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x3c) return false;
  TAG.lastIndex = state.pos;
  const match = TAG.exec(state.src);
  if (match === null || TAG.lastIndex > state.posMax) return false;
  state.pos = TAG.lastIndex;
  if (silent) return true;
  const name = match[2];
  if (name === undefined) {
    state.push("hardbreak", "br", 0);
    return true;
  }
  const token = state.push("mark_tag", "", 0);
  token.content = match[0];
  token.tag = TOKEN_OF_TAG[name.toLowerCase()] ?? "";
  token.hidden = match[1] === "/";
  return true;
}

function pairMarks(tokens: Token[]): Token[] {
  if (!tokens.some((token) => token.nesting !== 0 || token.type === "mark_tag")) return tokens;
  pairTags(tokens);
  return withoutNestedMarks(tokens);
}

/** A tag without its partner is text, as it would be for a reader of the source. */
function pairTags(tokens: Token[]): void {
  const open = new Map<string, Token[]>();
  for (const token of tokens) {
    if (token.type !== "mark_tag") continue;
    const waiting = open.get(token.tag) ?? [];
    open.set(token.tag, waiting);
    const isClosing = token.hidden;
    token.hidden = false;
    const partner = isClosing ? waiting.pop() : undefined;
    token.type = "text";
    if (partner) {
      partner.type = `${token.tag}_open`;
      token.type = `${token.tag}_close`;
    } else if (!isClosing) {
      waiting.push(token);
    }
  }
}

/** Bold in bold is bold once; the inner end must not end the outer mark. */
function withoutNestedMarks(tokens: Token[]): Token[] {
  const depths = new Map<string, number>();
  return tokens.filter((token) => {
    const isOpen = token.type.endsWith("_open");
    if (!isOpen && !token.type.endsWith("_close")) return true;
    const name = token.type.slice(0, token.type.lastIndexOf("_"));
    const before = depths.get(name) ?? 0;
    const after = before + (isOpen ? 1 : -1);
    depths.set(name, after);
    return isOpen ? before === 0 : after === 0;
  });
}
