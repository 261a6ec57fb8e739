/** Splits what commas separate; `\,` is a comma within a value, and `\\` a backslash. */
export function splitList(text: string): string[] {
  const items: string[] = [];
  let item = "";
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    const next = text[at + 1];
    if (character === "\\" && (next === "," || next === "\\")) {
      item += next;
      at += 1;
    } else if (character === ",") {
      items.push(item);
      item = "";
    } else {
      item += character;
    }
  }
  items.push(item);
  return items;
}
