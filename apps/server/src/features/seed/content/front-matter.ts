type FrontMatterValue = string | number | boolean | string[];

interface FrontMatter {
  head: Record<string, FrontMatterValue>;
  body: string;
}

/**
 * Reads `key: value` lines between two `---` lines. A value is `true`, `false`, a whole number, a list
 * `[a, b]`, or else text to the end of the line: no quoting and no nesting, so that titles with colons stay plain.
 */
export function parseFrontMatter(source: string, file: string): FrontMatter {
  const [, block, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(source.replaceAll("\r\n", "\n")) ?? [];
  if (block === undefined || body === undefined)
    throw new Error(`${file} has no front matter. Begin it with "---", "key: value" lines and "---".`);
  const head: Record<string, FrontMatterValue> = {};
  for (const line of block.split("\n")) {
    const [, key, value] = /^([a-zA-Z]+): (.+)$/.exec(line) ?? [];
    if (key === undefined || value === undefined)
      throw new Error(`${file}: cannot read the front matter line "${line}". Write it as "key: value".`);
    head[key] = parseValue(value.trim());
  }
  return { head, body: body.trim() };
}

function parseValue(text: string): FrontMatterValue {
  if (text === "true" || text === "false") return text === "true";
  if (/^\d+$/.test(text)) return Number(text);
  const [, items] = /^\[(.*)\]$/.exec(text) ?? [];
  return items === undefined
    ? text
    : items
        .split(",")
        .map((item) => item.trim())
        .filter(Boolean);
}
