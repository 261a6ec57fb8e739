/** A text that people wrote, as events carry it: at most 200 characters, none of them cut in half. */
export function shortText(text: string): string {
  if (text.length <= 200) return text;
  return `${text.slice(0, 199).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
