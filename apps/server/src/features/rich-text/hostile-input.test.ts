import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRichText } from "./index.js";

const SIZE = 200_000;
/** Linear work takes a tenth of this; work squared would take hours. */
const MOST_CPU_SECONDS = 4;

const filled = (piece: string, size = SIZE) => piece.repeat(Math.floor(size / piece.length));
const numbered = (count: number, piece: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => piece(index)).join("");

const MARKDOWN: Record<string, string> = {
  "opening brackets": filled("["),
  "brackets that nest": filled("[", SIZE / 2) + filled("]", SIZE / 2),
  "links that never end": filled("[a]("),
  "images that never end": filled("!["),
  "images in a row": filled("![](x)"),
  "references to one definition": `[a]: /x\n\n${filled("[a]")}`,
  "references to nothing": filled("[a][b]"),
  "many definitions": numbered(12_000, (index) => `[a${index}]: /b\n`),
  "a definition's title that never ends": `[a]: b '${filled("a\n")}`,
  stars: filled("*"),
  "emphasis that never closes": filled("*a "),
  "emphasis that never opens": filled("a* "),
  "stars of changing length": filled("*a**"),
  "emphasis of two kinds": filled("*_"),
  "strong and emphasis, open": filled("**a *b "),
  "stars in words": filled("a**b"),
  underscores: filled("_a_b"),
  tildes: filled("~~a "),
  backticks: filled("`"),
  "backticks of growing length": numbered(600, (index) => `${"`".repeat(index)}a`),
  "backticks that never match": filled("`a``"),
  "quote signs": filled(">"),
  "quotes 90 deep": filled(`${">".repeat(90)} a\n`),
  "list markers": filled("- "),
  "a list of items": filled("- a\n"),
  "lists 45 deep": numbered(45, (index) => `${"  ".repeat(index)}- a\n`) + filled(`${"  ".repeat(44)}- b\n`),
  "tasks and bullets in turn": filled("- [ ] a\n- b\n"),
  "hard breaks": filled("a\\\n"),
  "empty lines": filled("\n"),
  "lines that end with a carriage return": filled("a\r"),
  pipes: filled("|"),
  "a table of one row": `${filled("a|", SIZE / 2)}\n${filled("-|", SIZE / 2)}`,
  "a table that fills up empty cells": `${filled("|a", 4_000)}\n${filled("|-", 4_000)}\n${filled("|\n")}`,
  "many tables": filled("a|b\n-|-\n\n"),
  entities: filled("&amp;"),
  "entities that never end": filled("&aaaaaaaaaaaaaaaaaaaa"),
  "angle brackets": filled("<"),
  "autolinks that never end": filled("<http://a"),
  "tags that never close": filled("<b>"),
  "tags that close": filled("<b>a</b>"),
  "addresses in a row": filled("http://a.b "),
  "an address of brackets": `http://a.b/${filled("()")}`,
  "at signs": filled("a@"),
  "a long word and an at sign": `${filled("a")}@`,
  "e-mail addresses": filled("a@b.co "),
  "a host of dots": `http://${filled("a.")}`,
  "footnotes that are one": filled("[^1]: a\n"),
  "many footnotes": numbered(8_000, (index) => `[^${index}]: a[^${index + 1}]\n`),
  "references to one footnote": `[^1]: a\n\n${filled("[^1]")}`,
  "footnotes in footnotes": filled("[^1]: "),
  fences: filled("```\n"),
  "underlined headings": filled("a\n-\n"),
  backslashes: filled("\\"),
  spaces: `a${filled(" ")}b`,
  "comments and sections": filled("<![CDATA["),
};

const HTML: Record<string, string> = {
  "divs that never close": filled("<div>"),
  "marks that never close": numbered(8_000, (index) => `<b id=${index}>`),
  "marks that every paragraph repeats": numbered(190, (index) => `<b id=${index}>`) + filled("<p>a"),
  "tables in tables": filled("<table>"),
  "cells in one row": `<table><tr>${filled("<td>")}`,
  "cells that span everything": `<table>${filled("<tr><td colspan=1000 rowspan=65534>")}`,
  "text in a table, where none may be": `<table>${filled("a<b>")}`,
  "the adoption agency": filled("<b><p></b>"),
  "lists that never close": filled("<ul><li>"),
  "items that never close": `<ul>${filled("<li>a")}`,
  "SVG in HTML in SVG": filled("<svg><foreignObject>"),
  templates: filled("<template>"),
  comments: filled("<!-->"),
  "an endless comment": `<!--${filled("-")}`,
  attributes: `<a ${numbered(20_000, (index) => `a${index} `)}>`,
  "quotes 90 deep": filled(`${"<blockquote>".repeat(90)}a${"</blockquote>".repeat(90)}`),
  "code 95 deep with a line each": `${"<blockquote>".repeat(95)}<pre>${filled("\n")}`,
  "images in a row": filled("<img src=x>"),
  entities: filled("&notit;"),
};

function cpuSeconds(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

describe("hostile rich text", () => {
  for (const [name, markdown] of Object.entries(MARKDOWN)) {
    it(`trust 12: is read or refused in bounded time: markdown of ${name}`, () => {
      expect(cpuSeconds(() => parseRichText({ markdown }))).toBeLessThan(MOST_CPU_SECONDS);
    });
  }
  for (const [name, html] of Object.entries(HTML)) {
    it(`trust 12: is read or refused in bounded time: HTML of ${name}`, () => {
      expect(cpuSeconds(() => parseRichText({ html }))).toBeLessThan(MOST_CPU_SECONDS);
    });
  }

  it("trust 12: what nests 10,000 deep is refused, in every form", () => {
    let doc: object = { type: "paragraph" };
    for (let level = 0; level < 10_000; level++) doc = { type: "blockquote", content: [doc] };
    expect(parseRichText({ doc: { type: "doc", content: [doc] } })).toEqual({
      ok: false,
      message: expect.stringMatching(/^doc\.content\[0\].*: nested more than 100 levels deep/),
    });
    expect(parseRichText({ markdown: ">".repeat(10_000) })).toEqual({
      ok: false,
      message: "Line 1 is nested more than 100 levels deep. Use fewer nested quotes and lists.",
    });
    expect(parseRichText({ markdown: `${"- ".repeat(10_000)}a` }).ok).toBe(false);
    expect(parseRichText({ html: "<blockquote>".repeat(10_000) }).ok).toBe(false);
    expect(parseRichText({ html: "<div>".repeat(10_000) }).ok).toBe(false);
  });

  it("trust 12: NUL and lone surrogates are refused where they stand", () => {
    expect(parseRichText("a\0b")).toEqual({
      ok: false,
      message: "markdown: U+0000 at offset 1 cannot be stored. Remove it.",
    });
    expect(parseRichText({ html: "\ud800" }).ok).toBe(false);
    expect(parseRichText({ html: "a\udc00b" }).ok).toBe(false);
    const text = (value: string) => ({
      type: "doc",
      content: [{ type: "paragraph", content: [{ type: "text", text: value }] }],
    });
    expect(parseRichText({ doc: text("\ud83d") })).toEqual({
      ok: false,
      message: "doc.content[0].content[0].text: U+D83D at offset 0 cannot be stored. Remove it.",
    });
    expect(parseRichText({ doc: text("\ud83d\ude00") }).ok).toBe(true);
  });

  it("refuses what is too large, in every form, and says the limit", () => {
    const large = filled("word ", 300_001 + 5);
    for (const input of [{ markdown: large }, { html: large }]) {
      expect(parseRichText(input)).toEqual({
        ok: false,
        message: expect.stringContaining("At most 300000"),
      });
    }
    const doc = { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: large }] }] };
    expect(parseRichText({ doc })).toEqual({
      ok: false,
      message: expect.stringContaining("longer than 300000"),
    });
    const many = { type: "doc", content: Array.from({ length: 20_001 }, () => ({ type: "paragraph" })) };
    expect(parseRichText({ doc: many })).toEqual({
      ok: false,
      message: expect.stringContaining("more than 20000 nodes"),
    });
  });

  it("never throws, whatever text it is given", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        ..."# * ** _ ` ``` ~~~ > - 1. | --- :-: [ ]( ) ![ [^1] [^1]: <b> </b> <table> <td> <svg> <style> <!-- &amp;".split(
          " ",
        ),
      ),
      fc.constantFrom("\n", "\n\n", "    ", "\t", "\r", "\0", "\ud800", "\u2028"),
    );
    const source = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(source, (text) => {
        expect(parseRichText({ markdown: text })).toHaveProperty("ok");
        expect(parseRichText({ html: text })).toHaveProperty("ok");
      }),
      { numRuns: 500 },
    );
  });

  it("never throws, whatever JSON it is given", () => {
    const name = fc.constantFrom(
      "doc",
      "paragraph",
      "text",
      "image",
      "table",
      "listItem",
      "__proto__",
      "constructor",
    );
    const { node } = fc.letrec((tie) => ({
      node: fc.oneof(
        { weight: 1, arbitrary: fc.anything() },
        {
          weight: 5,
          arbitrary: fc.record(
            {
              type: fc.oneof(name, fc.anything()),
              attrs: fc.oneof(
                fc.dictionary(fc.constantFrom("src", "href", "level", "__proto__"), fc.anything()),
                fc.anything(),
              ),
              content: fc.oneof(fc.array(tie("node"), { maxLength: 3 }), fc.anything()),
              marks: fc.oneof(
                fc.array(fc.record({ type: fc.constantFrom("bold", "link", "toString") })),
                fc.anything(),
              ),
              text: fc.oneof(fc.string(), fc.anything()),
            },
            { requiredKeys: [] },
          ),
        },
      ),
    }));
    fc.assert(
      fc.property(node, (given) => {
        expect(parseRichText({ doc: given })).toHaveProperty("ok");
        expect(parseRichText({ doc: { type: "doc", content: [given] } })).toHaveProperty("ok");
        expect(parseRichText(given)).toHaveProperty("ok");
      }),
      { numRuns: 1_000 },
    );
  });
});
