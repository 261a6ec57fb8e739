import type { Mark, Node } from "prosemirror-model";
import { describe, expect, it } from "vitest";
import { parseRichText } from "./index.js";
import { schema } from "./schema.js";
import { writeHtml } from "./write-html.js";
import { writeMarkdown } from "./write-markdown.js";

const { nodes: types, marks: markTypes } = schema;
const [bold, italic, strike] = [
  markTypes.bold.create(),
  markTypes.italic.create(),
  markTypes.strike.create(),
];
const link = markTypes.link.create({ href: "/x" });

const text = (value: string, ...marks: Mark[]) =>
  schema.text(
    value,
    marks.reduce((set: readonly Mark[], mark) => mark.addToSet(set), []),
  );
const line = (...content: Node[]) => types.doc.create(null, types.paragraph.create(null, content));

function expectMarkdown(doc: Node, markdown: string): void {
  expect(writeMarkdown(doc)).toBe(markdown);
  const again = parseRichText({ markdown });
  expect(again.ok && again.value.doc).toEqual(doc.toJSON());
}

describe("marks in markdown", () => {
  it("nest by how far they reach, so that none is closed only to be opened again", () => {
    expectMarkdown(
      line(text("a "), text("b ", italic), text("c", italic, bold), text(" d", italic)),
      "a *b **c** d*",
    );
    expectMarkdown(line(text("a", bold, italic), text(" b", bold)), "***a* b**");
  });

  it("are tags where delimiters would be read in another way", () => {
    expectMarkdown(line(text("a", italic), text("b", bold)), "*a*<strong>b</strong>");
    expectMarkdown(line(text("word"), text("(x)", bold), text("word")), "word<strong>(x)</strong>word");
    expectMarkdown(line(text("a"), text("🎉", strike), text("b")), "a<s>🎉</s>b");
  });

  it("are tags inside of a word that is in an outer mark, which their delimiter would end", () => {
    const doc = line(text("a", bold, italic), text(" b", bold), text("c", bold, italic), text("d", bold));
    expectMarkdown(doc, "***a* b<em>c</em>d**");
  });

  it("never cut a link in two", () => {
    const doc = line(text("a ", bold), text("b", bold, link), text("c", link));
    expectMarkdown(doc, "<strong>a </strong>[**b**c](/x)");
    expect(writeHtml(doc)).toBe('<p><strong>a </strong><a href="/x"><strong>b</strong>c</a></p>');
  });
});

describe("text in markdown", () => {
  it.each([
    ["1. not a list", "1\\. not a list"],
    ["# not a heading", "\\# not a heading"],
    ["#tag and C# stay", "#tag and C# stay"],
    ["snake_case and 2 + 2 - 1 = 3", "snake_case and 2 + 2 - 1 = 3"],
    ["it's 5 < 6 & 7 > 6", "it's 5 < 6 & 7 > 6"],
    ["<b> and &amp;", "\\<b> and \\&amp;"],
    ["C:\\Users\\*", "C:\\Users\\\\\\*"],
    ["see www.example.com, a@b.co", "see www\\.example.com, a\\@b.co"],
    ["\u00a0edges\u2003", "&nbsp;edges&#x2003;"],
  ])("is escaped only where it has to be: %j", (value, markdown) => {
    expectMarkdown(line(text(value)), markdown);
  });

  it("is refused when the prefixes of nested lines would make it many times larger", () => {
    let block = types.codeBlock.create(null, schema.text("\n".repeat(200_000)));
    for (let level = 0; level < 90; level++) block = types.blockquote.create(null, block);
    expect(() => writeMarkdown(types.doc.create(null, block))).toThrow(
      /longer than 1200000 characters as markdown/,
    );
  });
});
