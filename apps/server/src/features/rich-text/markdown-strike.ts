import type MarkdownIt from "markdown-it";
import type StateInline from "markdown-it/lib/rules_inline/state_inline.mjs";

type Delimiter = StateInline["delimiters"][number];

const TILDE = 0x7e;
/** Pairs are matched by this number, so that one tilde never closes two. */
const MARKERS: Readonly<Record<number, number>> = { 1: TILDE, 2: TILDE + 0x10000 };

/**
 * One or two tildes strike out, three or more are text. markdown-it's own rule knows only two, in runs of any
 * length.
 * @see https://github.github.com/gfm/#strikethrough-extension-
 */
export function readStrike(md: MarkdownIt): void {
  md.inline.ruler.at("strikethrough", openOrClose);
  md.inline.ruler2.at("strikethrough", (state: StateInline) => {
    strike(state, state.delimiters);
    for (const meta of state.tokens_meta) if (meta?.delimiters) strike(state, meta.delimiters);
    return true;
  });
}

function openOrClose(state: StateInline, silent: boolean): boolean {
  if (silent || state.src.charCodeAt(state.pos) !== TILDE) return false;
  const run = state.scanDelims(state.pos, true);
  const token = state.push("text", "", 0);
  token.content = "~".repeat(run.length);
  const marker = MARKERS[run.length];
  if (marker !== undefined) {
    const index = state.tokens.length - 1;
    // Without a length, the rule of three for emphasis does not apply.
    state.delimiters.push({
      marker,
      length: 0,
      token: index,
      end: -1,
      open: run.can_open,
      close: run.can_close,
    });
  }
  state.pos += run.length;
  return true;
}

function strike(state: StateInline, delimiters: readonly Delimiter[]): void {
  for (const opener of delimiters) {
    const closer = delimiters[opener.end];
    if (!Object.values(MARKERS).includes(opener.marker) || closer === undefined) continue;
    const [open, close] = [state.tokens[opener.token], state.tokens[closer.token]];
    if (open === undefined || close === undefined) continue;
    Object.assign(open, { type: "s_open", tag: "s", nesting: 1, content: "" });
    Object.assign(close, { type: "s_close", tag: "s", nesting: -1, content: "" });
  }
}
