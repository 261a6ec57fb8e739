/** The beginning of a text, whole characters only; null where there is nothing. */
export function cut(text: string | null | undefined, length: number): string | null {
  if (!text) return null;
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalf ? length - 1 : length);
}
