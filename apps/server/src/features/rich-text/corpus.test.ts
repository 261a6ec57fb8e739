import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseRichText, type RichText } from "./index.js";

const CORPUS = new URL("./corpus/", import.meta.url);
const names = readdirSync(CORPUS);

function parse(input: unknown): RichText {
  const parsed = parseRichText(input);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
}

function expectToSurvive(first: RichText): void {
  expect(parse({ doc: JSON.parse(JSON.stringify(first.doc)) })).toEqual(first);
  expect(parse({ html: first.html })).toEqual(first);
  expect(parse({ html: first.html, markdown: first.markdown })).toEqual(first);
  const second = parse({ markdown: first.markdown });
  expect(second.markdown).toBe(first.markdown);
  expect(second.doc).toEqual(first.doc);
}

describe("the corpus of documents", () => {
  for (const name of names.filter((file) => file.endsWith(".md"))) {
    it(`reads ${name} as its snapshots say`, async () => {
      const { html, markdown } = parse(readFileSync(new URL(name, CORPUS), "utf8"));
      const shown = html.replace(/(<\/(?:p|h\d|li|tr|ul|ol|table|blockquote|pre|section)>|<hr>)/g, "$1\n");
      await expect(shown).toMatchFileSnapshot(`corpus/expected/${name}.html`);
      await expect(`${markdown}\n`).toMatchFileSnapshot(`corpus/expected/${name}`);
    });

    it(`keeps ${name} through markdown, HTML and JSON`, () => {
      expectToSurvive(parse(readFileSync(new URL(name, CORPUS), "utf8")));
    });
  }
});
