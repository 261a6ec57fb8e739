import { readFileSync } from "node:fs";
import MarkdownIt from "markdown-it";
import { type DefaultTreeAdapterMap, parse as parseDocument, parseFragment, serialize } from "parse5";
import { describe, expect, it } from "vitest";
import { parseRichText, type RichText } from "./index.js";

type Node = DefaultTreeAdapterMap["node"];
type Element = DefaultTreeAdapterMap["element"];

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    "p h1 h2 h3 h4 h5 h6 blockquote ul ol li pre hr br".split(" ").map((tag) => [tag, []]),
  ),
  ...Object.fromEntries("table thead tbody tr strong em u s sub sup code".split(" ").map((tag) => [tag, []])),
  a: ["href", "title", "id", "data-footnote-ref", "data-footnote-backref", "aria-label"],
  img: ["src", "alt", "title", "data-asset-id"],
  ul: ["data-type"],
  ol: ["start"],
  li: ["id", "data-type", "data-checked", "data-footnote"],
  input: ["type", "disabled", "checked"],
  code: ["class"],
  th: ["align"],
  td: ["align"],
  section: ["data-footnotes"],
};
const LINK_SCHEMES = ["http:", "https:", "mailto:", "tel:"];
const IMAGE_SCHEMES = ["http:", "https:"];

const isElement = (node: Node): node is Element => "tagName" in node;

/** Everything in a tree that an inert document must not hold, in words. */
function dangersIn(node: Node): string[] {
  if (node.nodeName === "#text") return [];
  if (node.nodeName === "#document-fragment" && "childNodes" in node)
    return node.childNodes.flatMap(dangersIn);
  if (!isElement(node)) return [`a node ${node.nodeName}`];
  const names = ALLOWED[node.tagName];
  const found = names === undefined ? [`an element ${node.tagName}`] : [];
  if (node.namespaceURI !== "http://www.w3.org/1999/xhtml") found.push(`a namespace ${node.namespaceURI}`);
  for (const { name, value } of node.attrs) {
    if (!names?.includes(name)) found.push(`an attribute ${node.tagName}[${name}]`);
    if (name === "href" && !LINK_SCHEMES.includes(schemeOf(value))) found.push(`an address ${value}`);
    if (name === "src" && !IMAGE_SCHEMES.includes(schemeOf(value))) found.push(`an image address ${value}`);
    if (name === "class" && !/^language-[^\s"'<>]+$/.test(value)) found.push(`a class ${value}`);
    if (name === "id" && !/^fn(?:ref)?-[^\s"'<>]+$/.test(value)) found.push(`an id ${value}`);
    if (name === "type" && value !== "checkbox") found.push(`an input of type ${value}`);
  }
  return [...found, ...node.childNodes.flatMap(dangersIn)];
}

/** The scheme that a browser would follow, by the URL standard's own parser. */
function schemeOf(address: string): string {
  return new URL(address, "https://page.example/path/").protocol;
}

function expectInert({ html, markdown }: RichText): void {
  for (const scriptingEnabled of [true, false]) {
    const tree = parseFragment(html, { scriptingEnabled });
    expect(dangersIn(tree)).toEqual([]);
    // No mutation: what a browser reads, it would write and read the same again.
    expect(serialize(tree)).toBe(html);
  }
  const page = parseDocument(`<!doctype html><html><head></head><body>${html}</body></html>`);
  const [root] = page.childNodes.filter(isElement);
  const [, body] = root?.childNodes.filter(isElement) ?? [];
  expect(body && serialize(body)).toBe(html);
  // The markdown is shown by renderers that let HTML and every address through.
  const renderer = new MarkdownIt({ html: true, linkify: true });
  renderer.validateLink = () => true;
  const rendered = renderer.render(markdown).replace(/ style="text-align:(?:left|center|right)"/g, "");
  expect(dangersIn(parseFragment(rendered))).toEqual([]);
}

function expectHarmless(input: unknown): void {
  const parsed = parseRichText(input);
  if (!parsed.ok) throw new Error(parsed.message);
  expectInert(parsed.value);
  const again = parseRichText({ html: parsed.value.html });
  expect(again.ok && again.value.html).toBe(parsed.value.html);
}

const VECTORS: { addresses: string[]; markdown: string[]; html: string[] } = JSON.parse(
  readFileSync(new URL("./corpus/cross-site-scripting.json", import.meta.url), "utf8"),
);

const text = (value: string, marks: unknown[] = []) => ({ type: "text", text: value, marks });
const paragraph = (...content: unknown[]) => ({ type: "paragraph", content });
const doc = (...content: unknown[]) => ({ doc: { type: "doc", content } });
const SCRIPT = "\"><script>alert(1)</script><img src=x onerror='alert(1)'>";

const DOCUMENTS: [string, unknown][] = [
  ["script as text", doc(paragraph(text(SCRIPT)))],
  ["entities as text", doc(paragraph(text("&lt;script&gt;alert(1)&lt;/script&gt;")))],
  ["script in code", doc({ type: "codeBlock", attrs: { language: "html" }, content: [text(SCRIPT)] })],
  ["script in a code mark", doc(paragraph(text(SCRIPT, [{ type: "code" }])))],
  ["script in a heading", doc({ type: "heading", attrs: { level: 1 }, content: [text(SCRIPT)] })],
  [
    "script in a link's title",
    doc(paragraph(text("x", [{ type: "link", attrs: { href: "/x", title: SCRIPT } }]))),
  ],
  [
    "script in an image's words",
    doc(paragraph({ type: "image", attrs: { src: "/x", alt: SCRIPT, title: SCRIPT } })),
  ],
  [
    "quotes in a link's address",
    doc(paragraph(text("x", [{ type: "link", attrs: { href: `/x${SCRIPT}` } }]))),
  ],
  ["quotes in an image's address", doc(paragraph({ type: "image", attrs: { src: `/x${SCRIPT}` } }))],
  ["markdown as text", doc(paragraph(text("[x](javascript:alert(1)) <javascript:alert(1)> ![x](data:x)")))],
  ["a tag cut in two", doc(paragraph(text("<img src=x "), text("onerror=alert(1)>", [{ type: "bold" }])))],
  [
    "a tag around a break",
    doc(paragraph(text("<script"), { type: "hardBreak" }, text(">alert(1)</script>"))),
  ],
];

const REFUSED: [string, unknown][] = [
  ["an unknown node", doc({ type: "iframe", attrs: { src: "javascript:alert(1)" } })],
  ["a node of raw HTML", doc({ type: "html", content: [text(SCRIPT)] })],
  ["an event handler", doc({ type: "paragraph", attrs: { onclick: "alert(1)" } })],
  [
    "an event handler on an image",
    doc(paragraph({ type: "image", attrs: { src: "/x", onerror: "alert(1)" } })),
  ],
  ["a style", doc({ type: "paragraph", attrs: { style: "background:url(javascript:alert(1))" } })],
  ["a heading level that is markup", doc({ type: "heading", attrs: { level: "1><script>" } })],
  ["a start that is markup", doc({ type: "orderedList", attrs: { start: '1" onclick="x' }, content: [] })],
  ["an alignment that is markup", doc({ type: "tableCell", attrs: { align: 'left" onclick="x' } })],
  ["a language that is markup", doc({ type: "codeBlock", attrs: { language: SCRIPT } })],
  [
    "an asset id that is markup",
    doc(paragraph({ type: "image", attrs: { src: "/x", assetId: `ast_${SCRIPT}` } })),
  ],
  [
    "a footnote label that is markup",
    doc(paragraph({ type: "footnoteReference", attrs: { label: SCRIPT } })),
  ],
  ["an unknown mark", doc(paragraph(text("x", [{ type: "textStyle", attrs: { style: "x" } }])))],
  ["an address that is an object", doc(paragraph(text("x", [{ type: "link", attrs: { href: { x: 1 } } }])))],
  ["a text that is an object", doc(paragraph({ type: "text", text: { toString: "x" } }))],
  ["__proto__ as a node", doc({ type: "__proto__" })],
  ["constructor as a mark", doc(paragraph(text("x", [{ type: "constructor" }])))],
  [
    "__proto__ as an attribute",
    JSON.parse('{"doc":{"type":"doc","content":[{"type":"paragraph","attrs":{"__proto__":{"x":1}}}]}}'),
  ],
  [
    "__proto__ as a member",
    JSON.parse('{"doc":{"type":"doc","__proto__":{"x":1},"content":[{"type":"paragraph"}]}}'),
  ],
];

describe("trust 15: canonical HTML is inert", () => {
  for (const vector of VECTORS.markdown) {
    it(`trust 15: markdown ${JSON.stringify(vector)}`, () => expectHarmless({ markdown: vector }));
  }
  for (const vector of VECTORS.html) {
    it(`trust 15: HTML ${JSON.stringify(vector)}`, () => expectHarmless({ html: vector }));
  }
  for (const url of VECTORS.addresses) {
    const quoted = url.replaceAll('"', "&quot;");
    it(`trust 15: markdown link and image to ${JSON.stringify(url)}`, () => {
      expectHarmless({ markdown: `[x](${url}) ![x](${url}) [y](<${url}>) <${url}>\n\n[z]\n\n[z]: ${url}` });
    });
    it(`trust 15: HTML link and image to ${JSON.stringify(url)}`, () => {
      expectHarmless({ html: `<a href="${quoted}">x</a><img src="${quoted}" alt="y">` });
      expectHarmless({ html: `<a href=${url}>x</a><img src=${url} alt="y">` });
    });
    it(`trust 15: JSON link and image to ${JSON.stringify(url)}`, () => {
      for (const source of [
        doc(paragraph(text("x", [{ type: "link", attrs: { href: url } }]))),
        doc(paragraph({ type: "image", attrs: { src: url } })),
      ]) {
        const parsed = parseRichText(source);
        if (parsed.ok) expectInert(parsed.value);
        else expect(parsed.message).toMatch(/^doc\.content\[0\]\.content\[0\]/);
      }
    });
  }
  for (const [name, input] of DOCUMENTS) it(`trust 15: JSON with ${name}`, () => expectHarmless(input));
  for (const [name, input] of REFUSED) {
    it(`trust 15: JSON with ${name} is refused in words that name the place`, () => {
      const parsed = parseRichText(input);
      expect(parsed).toEqual({ ok: false, message: expect.stringMatching(/^doc/) });
      expect(({} as { x?: unknown }).x).toBeUndefined();
    });
  }
});
