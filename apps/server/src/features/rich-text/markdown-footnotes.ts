import type MarkdownIt from "markdown-it";
import type StateBlock from "markdown-it/lib/rules_block/state_block.mjs";
import type StateCore from "markdown-it/lib/rules_core/state_core.mjs";
import type StateInline from "markdown-it/lib/rules_inline/state_inline.mjs";
import type Token from "markdown-it/lib/token.mjs";
import { FOOTNOTE_LABEL } from "./schema.js";

type Environment = { footnoteLabels?: Map<string, string> };

const LABEL_START = /\[\^([^\s\]^[]{1,64})\]/y;

/** `[^label]` refers to `[^label]: text`, whose further lines are indented by four. */
export function readFootnotes(md: MarkdownIt): void {
  md.block.ruler.before("reference", "footnote", definition, { alt: ["paragraph", "reference"] });
  md.inline.ruler.before("link", "footnote_reference", reference);
  md.core.ruler.after("block", "gather_footnotes", (state: StateCore) => {
    if (labelsOf(state.env).size > 0) state.tokens = footnotesLast(state.tokens, state);
  });
}

/** Known labels by their lower-case form: the case of a reference does not matter. */
function labelsOf(env: Environment): Map<string, string> {
  env.footnoteLabels ??= new Map();
  return env.footnoteLabels;
}

function labelAt(source: string, position: number, end: number): string | null {
  LABEL_START.lastIndex = position;
  const label = LABEL_START.exec(source)?.[1];
  return label !== undefined && LABEL_START.lastIndex <= end && FOOTNOTE_LABEL.test(label) ? label : null;
}

function definition(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  const lineStart = state.bMarks[startLine] ?? 0;
  const start = lineStart + (state.tShift[startLine] ?? 0);
  const max = state.eMarks[startLine] ?? 0;
  const label = labelAt(state.src, start, max);
  if (label === null) return false;
  const afterColon = start + label.length + 4;
  if (afterColon > max || state.src[afterColon - 1] !== ":") return false;
  if (silent) return true;

  const labels = labelsOf(state.env);
  if (!labels.has(label.toLowerCase())) labels.set(label.toLowerCase(), label);
  state.push("footnote_open", "", 1).info = label;
  readIndented(state, startLine, endLine, afterColon);
  state.push("footnote_close", "", -1);
  return true;
}

/** Reads the rest of the line, and what is indented below it, as blocks of their own. */
function readIndented(state: StateBlock, startLine: number, endLine: number, contentStart: number): void {
  const saved = {
    bMarks: state.bMarks[startLine] ?? 0,
    tShift: state.tShift[startLine] ?? 0,
    sCount: state.sCount[startLine] ?? 0,
    parentType: state.parentType,
    tight: state.tight,
  };
  const textStart = state.skipSpaces(contentStart);
  state.bMarks[startLine] = contentStart;
  state.tShift[startLine] = textStart - contentStart;
  state.blkIndent += 4;
  state.sCount[startLine] = state.blkIndent;
  // A list would give up its items to a reference; a plain parent does not.
  state.parentType = "root";
  state.md.block.tokenize(state, startLine, endLine);
  state.blkIndent -= 4;
  state.bMarks[startLine] = saved.bMarks;
  state.tShift[startLine] = saved.tShift;
  state.sCount[startLine] = saved.sCount;
  state.parentType = saved.parentType;
  state.tight = saved.tight;
}

function reference(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x5b) return false;
  const label = labelAt(state.src, state.pos, state.posMax);
  const known = label === null ? undefined : labelsOf(state.env).get(label.toLowerCase());
  if (label === null || known === undefined) return false;
  state.pos += label.length + 3;
  if (!silent) state.push("footnote_reference", "", 0).info = known;
  return true;
}

/** A definition may stand anywhere, even in a list; the document has them all at its end. */
function footnotesLast(tokens: Token[], state: StateCore): Token[] {
  const body: Token[] = [];
  const notes: Token[][] = [];
  const open: Token[][] = [];
  for (const token of tokens) {
    if (token.type === "footnote_open") {
      const note: Token[] = [];
      open.push(note);
      notes.push(note);
    }
    (open.at(-1) ?? body).push(token);
    if (token.type === "footnote_close") open.pop();
  }
  const start = new state.Token("footnotes_open", "", 1);
  const end = new state.Token("footnotes_close", "", -1);
  return [...body, start, ...notes.flat(), end];
}
