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

/**
 * Folds text and leaves nothing but words: what the full-text search indexes and looks for. How PostgreSQL would
 * tell words from punctuation depends on the locale of the server.
 */
export function foldWords(text: string): string {
  return foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
