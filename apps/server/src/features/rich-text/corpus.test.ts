import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseRichText, type RichText } from "./index.js";

const CORPUS = new URL("./corpus/", import.meta.url);
const IMPORTS = new URL("./imports/", CORPUS);

function parse(input: unknown): RichText {
  const parsed = parseRichText(input);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
}

/** Snapshots one can read: a block a line. */
async function expectSnapshots(name: string, { html, markdown }: RichText): Promise<void> {
  const shown = html.replace(/(<\/(?:p|h\d|li|tr|ul|ol|table|blockquote|pre|section)>|<hr>)/g, "$1\n");
  await expect(shown).toMatchFileSnapshot(`corpus/expected/${name}.html`);
  await expect(`${markdown}\n`).toMatchFileSnapshot(`corpus/expected/${name}.md`);
}

describe("the corpus of documents", () => {
  for (const file of readdirSync(CORPUS).filter((name) => name.endsWith(".md"))) {
    const name = file.replace(/\.md$/, "");
    const source = readFileSync(new URL(file, CORPUS), "utf8");

    it(`reads ${name} as its snapshots say`, () => expectSnapshots(name, parse(source)));

    it(`keeps ${name} through markdown, HTML and JSON`, () => {
      const first = parse(source);
      expect(parse({ markdown: first.markdown })).toEqual(first);
      expect(parse({ html: first.html })).toEqual(first);
      expect(parse({ html: first.html, markdown: first.markdown })).toEqual(first);
      expect(parse({ doc: JSON.parse(JSON.stringify(first.doc)) })).toEqual(first);
    });
  }
});

describe("documents that other programs wrote", () => {
  for (const file of readdirSync(IMPORTS)) {
    const source = readFileSync(new URL(file, IMPORTS), "utf8");
    const input = file.endsWith(".json") ? { doc: JSON.parse(source) } : { html: source };

    it(`reads ${file} as its snapshots say`, () => expectSnapshots(`imports/${file}`, parse(input)));

    it(`keeps ${file} through HTML and JSON, and its markdown from the first pass on`, () => {
      const first = parse(input);
      expect(parse({ html: first.html })).toEqual(first);
      expect(parse({ doc: JSON.parse(JSON.stringify(first.doc)) })).toEqual(first);
      const second = parse({ markdown: first.markdown });
      expect(parse({ markdown: second.markdown })).toEqual(second);
      expect(second.markdown).toBe(first.markdown);
    });
  }
});
