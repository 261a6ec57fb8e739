const longest = 200;

/** Control characters, and the marks that make text run the other way and so hide a file's true extension. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unwanted = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Makes the label of a file from what a client calls it. It is shown and offered when the file is saved, and is
 * never a path: the stored name is generated.
 */
export function cleanFileName(given: string): string {
  const lastPart = given.split(/[/\\]/).at(-1) ?? "";
  // The trip through UTF-8 replaces lone surrogates.
  const name = Buffer.from(lastPart.normalize("NFC")).toString().replace(unwanted, "");
  return shorten(trimDots(name));
}

function shorten(name: string): string {
  if (name === "") return "file";
  if (name.length <= longest) return name;
  const extension = /\.[^.]{1,20}$/.exec(name)?.[0] ?? "";
  return cut(name, longest - extension.length) + extension;
}

/** Step by step from the end: an expression that ends in `[\s.]+$` takes quadratic time on dots in the middle. */
function trimDots(name: string): string {
  const isKept = (character: string) => !/[\s.]/.test(character);
  let end = name.length;
  while (end > 0 && !isKept(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end).replace(/^[\s.]+/, "");
}

/** The extension in lower case without its dot, empty when there is none. */
export function extensionOf(name: string): string {
  return /\.([a-z0-9]{1,20})$/i.exec(name)?.[1]?.toLowerCase() ?? "";
}

function cut(text: string, length: number): string {
  const inPair = /[\ud800-\udbff]/.test(text.charAt(length - 1));
  return text.slice(0, inPair ? length - 1 : length);
}
