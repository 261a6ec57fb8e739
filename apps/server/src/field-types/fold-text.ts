/**
 * Folds text for sorting and searching: no accents, no case, compatible forms made one. Done here and not in
 * SQL so that order and matches are the same on every platform and version of PostgreSQL.
 *
 * @see Unicode Standard Annex #15, normalization form KD
 */
export function foldText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
}
