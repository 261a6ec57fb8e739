import type { Part } from "./arrange-marks.js";
import { schema } from "./schema.js";

// A delimiter means what the characters around it let it mean. These rules are stricter than CommonMark's, so
// that parsers of every age agree; where they say no, the mark is written as a tag, which works in every place.

type Texts = readonly (string | undefined)[];
/** "unsure" is what parsers of different age class differently; it is trusted in neither role. */
type CharacterKind = "space" | "punctuation" | "letter" | "unsure";

const { bold, italic, strike } = schema.marks;

/** The indexes of the opening and closing parts that have to be tags. */
export function chooseDelimiters(parts: readonly Part[], texts: Texts): Set<number> {
  const usesTag = new Set<number>();
  let starDepth = 0;
  parts.forEach((part, index) => {
    if (part.kind === "node" || !(isStar(part) || part.mark.type === strike)) return;
    if (part.kind === "close") {
      if (isStar(part) && !usesTag.has(index)) starDepth--;
    } else if (opensHere(parts, texts, index, starDepth > 0) && closesHere(parts, texts, part.partner)) {
      if (isStar(part)) starDepth++;
    } else {
      usesTag.add(index).add(part.partner);
    }
  });
  return usesTag;
}

function isStar(part: Part | undefined): boolean {
  return part !== undefined && part.kind !== "node" && (part.mark.type === bold || part.mark.type === italic);
}

/**
 * Whether delimiters at `index` are left-flanking, and nothing else: not read as the end of an outer mark, nor
 * as one run with the end of the mark before.
 * @see https://spec.commonmark.org/0.31.2/#left-flanking-delimiter-run
 */
function opensHere(parts: readonly Part[], texts: Texts, index: number, isInStar: boolean): boolean {
  const part = parts[index];
  const before = parts[index - 1];
  if (before?.kind === "close" && part?.kind === "open") {
    if (before.mark.type === part.mark.type || (isStar(before) && isStar(part))) return false;
  }
  const outside = kindAtEnd(parts, texts, index - 1);
  const inside = kindAtStart(parts, texts, index + 1);
  if (inside === "space") return false;
  if (inside !== "letter" && outside !== "space" && outside !== "punctuation") return false;
  if (!isInStar || !isStar(part) || (before?.kind === "open" && isStar(before))) return true;
  return outside === "space" || (outside === "punctuation" && inside === "letter");
}

function closesHere(parts: readonly Part[], texts: Texts, index: number): boolean {
  const inside = kindAtEnd(parts, texts, index - 1);
  const outside = kindAtStart(parts, texts, index + 1);
  if (inside === "space") return false;
  return inside === "letter" || outside === "space" || outside === "punctuation";
}

function kindAtStart(parts: readonly Part[], texts: Texts, index: number): CharacterKind {
  if (parts[index] === undefined) return "space";
  return kindOf(texts[index]?.slice(0, 1));
}

function kindAtEnd(parts: readonly Part[], texts: Texts, index: number): CharacterKind {
  if (parts[index] === undefined) return "space";
  return kindOf(texts[index]?.slice(-1));
}

/** Without a character it is a mark that opens or closes, with punctuation of one kind or another. */
function kindOf(character: string | undefined): CharacterKind {
  if (character === undefined || /[!-/:-@[-`{-~\p{P}]/u.test(character)) return "punctuation";
  if (/[\p{Zs}\t\n\f\r]/u.test(character)) return "space";
  return /[\p{L}\p{N}]/u.test(character) ? "letter" : "unsure";
}
