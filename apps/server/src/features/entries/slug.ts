import type { Issue } from "@lintel/contract";
import { foldText } from "../../field-types/fold-text.js";
import { describe } from "../../field-types/plain-text.js";

const pattern = /^[\p{Ll}\p{Lo}\p{Lm}\p{N}\p{Mn}\p{Mc}]+([-_.~][\p{Ll}\p{Lo}\p{Lm}\p{N}\p{Mn}\p{Mc}]+)*$/u;
const limit = 200;

/** Checks the slug of an entry: words in any script, lower case, joined by single hyphens, dots, `_` or `~`. */
export function checkSlug(slug: string): Issue[] {
  if (slug.length <= limit && pattern.test(slug)) return [];
  return [
    {
      path: "slug",
      message: `${describe(slug)} cannot be a slug. Use lower-case letters and digits joined by single hyphens, at most ${limit} characters: "over-the-door".`,
    },
  ];
}

/** A slug made from a title: `Über die Tür` becomes `uber-die-tur`. */
export function deriveSlug(title: string): string {
  const words = foldText(title).match(/[\p{L}\p{N}]+/gu) ?? [];
  let slug = "";
  for (const word of words) {
    const longer = slug ? `${slug}-${word}` : word;
    if (longer.length > 80) break;
    slug = longer;
  }
  return slug || words[0]?.slice(0, 80) || "entry";
}
