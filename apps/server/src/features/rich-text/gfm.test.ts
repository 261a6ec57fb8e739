import { describe, expect, it } from "vitest";
import { parseRichText, type RichText } from "./index.js";

// Examples of the GFM specification, by their number in version 0.29, with the HTML that we write for them.

const cells = (tag: "th" | "td", ...texts: string[]) =>
  `<tr>${texts.map((text) => `<${tag}>${text}</${tag}>`).join("")}</tr>`;
const table = (head: string, ...rows: string[]) =>
  `<table><thead>${head}</thead>${rows.length > 0 ? `<tbody>${rows.join("")}</tbody>` : ""}</table>`;
const link = (href: string, text = href) => `<a href="${href}">${text}</a>`;
const task = (isDone: boolean, text: string) =>
  `<li data-type="taskItem" data-checked="${isDone}"><input type="checkbox" disabled=""${isDone ? ' checked=""' : ""}>${text}</li>`;
const tasks = (...items: string[]) => `<ul data-type="taskList">${items.join("")}</ul>`;
const google = "http://www.google.com/search?q=Markup+(business)";
const shown = google.slice("http://".length);

const EXAMPLES: [number, string, string][] = [
  [
    198,
    "| foo | bar |\n| --- | --- |\n| baz | bim |",
    table(cells("th", "foo", "bar"), cells("td", "baz", "bim")),
  ],
  [
    199,
    "| abc | defghi |\n:-: | -----------:\nbar | baz",
    '<table><thead><tr><th align="center">abc</th><th align="right">defghi</th></tr></thead>' +
      '<tbody><tr><td align="center">bar</td><td align="right">baz</td></tr></tbody></table>',
  ],
  [
    200,
    "| f\\|oo  |\n| ------ |\n| b `\\|` az |\n| b **\\|** im |",
    table(cells("th", "f|oo"), cells("td", "b <code>|</code> az"), cells("td", "b <strong>|</strong> im")),
  ],
  [
    201,
    "| abc | def |\n| --- | --- |\n| bar | baz |\n> bar",
    `${table(cells("th", "abc", "def"), cells("td", "bar", "baz"))}<blockquote><p>bar</p></blockquote>`,
  ],
  [
    202,
    "| abc | def |\n| --- | --- |\n| bar | baz |\nbar\n\nbar",
    `${table(cells("th", "abc", "def"), cells("td", "bar", "baz"), cells("td", "bar", ""))}<p>bar</p>`,
  ],
  [203, "| abc | def |\n| --- |\n| bar |", "<p>| abc | def | | --- | | bar |</p>"],
  [
    204,
    "| abc | def |\n| --- | --- |\n| bar |\n| bar | baz | boo |",
    table(cells("th", "abc", "def"), cells("td", "bar", ""), cells("td", "bar", "baz")),
  ],
  [205, "| abc | def |\n| --- | --- |", table(cells("th", "abc", "def"))],
  [279, "- [ ] foo\n- [x] bar", tasks(task(false, "foo"), task(true, "bar"))],
  [
    280,
    "- [x] foo\n  - [ ] bar\n  - [x] baz\n- [ ] bim",
    tasks(task(true, `foo${tasks(task(false, "bar"), task(true, "baz"))}`), task(false, "bim")),
  ],
  [491, "~~Hi~~ Hello, ~there~ world!", "<p><s>Hi</s> Hello, <s>there</s> world!</p>"],
  [492, "This ~~has a\n\nnew paragraph~~.", "<p>This ~~has a</p><p>new paragraph~~.</p>"],
  [493, "This will ~~~not~~~ strike.", "<p>This will ~~~not~~~ strike.</p>"],
  [622, "www.commonmark.org", `<p>${link("http://www.commonmark.org", "www.commonmark.org")}</p>`],
  [
    623,
    "Visit www.commonmark.org/help for more information.",
    `<p>Visit ${link("http://www.commonmark.org/help", "www.commonmark.org/help")} for more information.</p>`,
  ],
  [
    624,
    "Visit www.commonmark.org.\n\nVisit www.commonmark.org/a.b.",
    `<p>Visit ${link("http://www.commonmark.org", "www.commonmark.org")}.</p>` +
      `<p>Visit ${link("http://www.commonmark.org/a.b", "www.commonmark.org/a.b")}.</p>`,
  ],
  [
    625,
    `${shown}\n\n${shown}))\n\n(${shown})\n\n(${shown}`,
    `<p>${link(google, shown)}</p><p>${link(google, shown)}))</p><p>(${link(google, shown)})</p><p>(${link(google, shown)}</p>`,
  ],
  [
    626,
    "www.google.com/search?q=(business))+ok",
    `<p>${link("http://www.google.com/search?q=(business))+ok", "www.google.com/search?q=(business))+ok")}</p>`,
  ],
  [
    627,
    "www.google.com/search?q=commonmark&hl=en\n\nwww.google.com/search?q=commonmark&hl;",
    `<p>${link("http://www.google.com/search?q=commonmark&amp;hl=en", "www.google.com/search?q=commonmark&amp;hl=en")}</p>` +
      `<p>${link("http://www.google.com/search?q=commonmark", "www.google.com/search?q=commonmark")}&amp;hl;</p>`,
  ],
  [
    628,
    "www.commonmark.org/he<lp",
    `<p>${link("http://www.commonmark.org/he", "www.commonmark.org/he")}&lt;lp</p>`,
  ],
  [
    629,
    "http://commonmark.org\n\n(Visit https://encrypted.google.com/search?q=Markup+(business))",
    `<p>${link("http://commonmark.org")}</p><p>(Visit ${link("https://encrypted.google.com/search?q=Markup+(business)")})</p>`,
  ],
  [630, "foo@bar.baz", `<p>${link("mailto:foo@bar.baz", "foo@bar.baz")}</p>`],
  [
    631,
    "hello@mail+xyz.example isn't valid, but hello+xyz@mail.example is.",
    `<p>hello@mail+xyz.example isn't valid, but ${link("mailto:hello+xyz@mail.example", "hello+xyz@mail.example")} is.</p>`,
  ],
  [
    632,
    "a.b-c_d@a.b\n\na.b-c_d@a.b.\n\na.b-c_d@a.b-\n\na.b-c_d@a.b_",
    `<p>${link("mailto:a.b-c_d@a.b", "a.b-c_d@a.b")}</p><p>${link("mailto:a.b-c_d@a.b", "a.b-c_d@a.b")}.</p>` +
      "<p>a.b-c_d@a.b-</p><p>a.b-c_d@a.b_</p>",
  ],
];

function parse(input: unknown): RichText {
  const parsed = parseRichText(input);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
}

describe("the examples of GitHub Flavored Markdown", () => {
  for (const [number, markdown, html] of EXAMPLES) {
    it(`means what the specification says, and survives: example ${number}`, () => {
      const first = parse({ markdown });
      expect(first.html).toBe(html);
      expect(parse({ markdown: first.markdown })).toEqual(first);
      expect(parse({ html: first.html })).toEqual(first);
    });
  }
});
