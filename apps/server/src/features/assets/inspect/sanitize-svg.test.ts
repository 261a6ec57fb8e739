import { SaxesParser } from "saxes";
import { describe, expect, test } from "vitest";
import { sanitizeSvg } from "./sanitize-svg.js";

const head = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const clean = async (inner: string) => (await sanitizeSvg(`${head}>${inner}</svg>`)).svg;

test("a drawing passes as it is drawn", async () => {
  const drawing = `${head} viewBox="0 0 24 24"><title>Beam &amp; post</title><defs><linearGradient id="a"><stop offset="0" stop-color="#fff"></stop></linearGradient><clipPath id="b"><path d="M0 0h24v24z"></path></clipPath></defs><style>.s{fill:url(#a)}</style><g clip-path="url(#b)" class="s" style="stroke:red"><use xlink:href="#c"></use><text x="1">a &lt; b</text></g></svg>`;
  expect((await sanitizeSvg(drawing)).svg).toBe(drawing);
});

test("what drawing programs leave behind goes, the drawing stays", async () => {
  const { svg } = await sanitizeSvg(
    `<?xml version="1.0" encoding="UTF-8"?><?xml-stylesheet href="x.css"?><!-- Made with --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
    <svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://inkscape.org/ns" xmlns:rdf="http://rdf" inkscape:version="1"><metadata><rdf:RDF/></metadata><inkscape:view x="1"><path d="M1 1"/></inkscape:view><path d="M0 0" inkscape:label="x" data-name="y"/></svg>`,
  );
  expect(svg).toBe(`${head}><path d="M0 0"></path></svg>`);
});

test("a prefix and a missing namespace are put right", async () => {
  expect(
    (await sanitizeSvg('<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:path d="M0 0"/></s:svg>')).svg,
  ).toBe(`${head}><path d="M0 0"></path></svg>`);
  expect((await sanitizeSvg('<svg><path d="M0 0"/></svg>')).svg).toBe(`${head}><path d="M0 0"></path></svg>`);
});

describe("trust 25: nothing active passes", () => {
  test.each([
    "<script>alert(1)</script>",
    "<script href='data:text/javascript,alert(1)'/>",
    "<s:script xmlns:s='http://www.w3.org/2000/svg'>alert(1)</s:script>",
    "<foreignObject><body xmlns='http://www.w3.org/1999/xhtml'><img src='x' onerror='alert(1)'/></body></foreignObject>",
    "<iframe xmlns='http://www.w3.org/1999/xhtml' src='javascript:alert(1)'/>",
    "<h:script xmlns:h='http://www.w3.org/1999/xhtml'>alert(1)</h:script>",
    "<set attributeName='href' to='javascript:alert(1)'/>",
    "<handler xmlns:ev='http://www.w3.org/2001/xml-events' ev:event='load'>alert(1)</handler>",
    "<feImage href='https://evil.example/x.svg'/>",
    "<metadata><script>alert(1)</script></metadata>",
    "<style>@import url(https://evil.example/x.css);</style>",
    "<style>a{background:url(https://evil.example/x)}</style>",
    "<style>a{background:\\75rl(https://evil.example/x)}</style>",
    '<style>a{content:"/*"} b{background:url(https://evil.example/)} c{content:"*/"}</style>',
    "<style><![CDATA[@import 'https://evil.example/x.css';]]></style>",
    "<style><g/>@import url(https://evil.example/x.css);</style>",
    "<style>ok{}<desc>x</desc>a{background:url(//evil.example)}</style>",
    "<style>@font-face{font-family:x;src:url(https://evil.example/f)}</style>",
    "<!--><script>alert(1)</script>-->",
    "<?xml-stylesheet href='javascript:alert(1)'?>",
  ])("%s leaves nothing of itself", async (inner) => {
    const svg = await clean(inner);
    expect(svg).not.toMatch(
      /evil|alert|javascript|import|script|iframe|foreignObject|http:\/\/www\.w3\.org\/1999\/xhtml/i,
    );
  });

  test.each([
    "onload='alert(1)'",
    "onclick='alert(1)'",
    "ONLOAD='alert(1)'",
    "href='javascript:alert(1)'",
    "xlink:href='javascript:alert(1)'",
    "href='data:text/html,alert(1)'",
    "href='data:image/svg+xml;base64,PHN2Zy8+'",
    "href='https://evil.example/'",
    "href='//evil.example/'",
    "href='file.svg#alert'",
    "style='background:url(javascript:alert(1))'",
    "style='fill:url(https://evil.example/#a)'",
    "fill='url(https://evil.example/#a)'",
    "filter=\"url('https://evil.example/#a')\"",
    "style='width:expression(alert(1))'",
    "style='-moz-binding:url(evil)'",
    "src='https://evil.example/'",
    "ping='https://evil.example/'",
    "xml:base='https://evil.example/'",
    "xmlns:ev='http://www.w3.org/2001/xml-events' ev:event='alert'",
    "data-evil='1'",
  ])("the attribute %s goes", async (attribute) => {
    for (const element of ["g", "image", "use", "path", "text"]) {
      expect(await clean(`<${element} ${attribute}/>`)).toBe(`${head}><${element}></${element}></svg>`);
    }
  });

  test("an event handler on the drawing itself goes", async () => {
    expect((await sanitizeSvg("<svg onload='alert(1)' xmlns='http://www.w3.org/2000/svg'/>")).svg).toBe(
      `${head}></svg>`,
    );
  });

  test("a link goes, what it holds stays", async () => {
    expect(await clean("<a xlink:href='javascript:alert(1)'><path d='M0 0'/></a>")).toBe(
      `${head}><path d="M0 0"></path></svg>`,
    );
  });

  test("an animation changes what is drawn and nothing that points anywhere", async () => {
    expect(await clean("<animate attributeName='x' to='9'/>")).toContain('attributeName="x"');
    for (const name of ["href", "xlink:href", "style", "onload", "class", "attributeName"]) {
      expect(await clean(`<animate attributeName='${name}' to='9'/>`)).not.toContain("attributeName");
    }
  });

  test("text that looks like markup stays text", async () => {
    const svg = await clean(
      "<text>&lt;script&gt;alert(1)&lt;/script&gt;</text><title><![CDATA[</title><script>x</script>]]></title>",
    );
    expect(svg).not.toContain("<script");
    expect(svg).toContain("&lt;script&gt;");
  });

  test("an attribute cannot break out of its quotes", async () => {
    const svg = await clean(`<path id='"&gt;&lt;script&gt;x&lt;/script&gt;' d='M0 0'/>`);
    expect(svg).not.toContain("<script");
    const elements: string[] = [];
    const parser = new SaxesParser();
    parser.on("opentag", (tag) => elements.push(tag.name));
    parser.write(svg).close();
    expect(elements).toEqual(["svg", "path"]);
  });
});

test("an embedded raster image stays", async () => {
  expect(await clean("<image href='data:image/png;base64,iVBORw0KGgo='/>")).toContain("data:image/png");
});

test.each([
  ["<svg", "not well-formed"],
  ["<svg><g></svg>", "not well-formed"],
  ["<svg>&xxe;</svg>", "not well-formed"],
  ['<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><svg>&b;</svg>', "declares entities"],
  ['<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>', "declares entities"],
  ["<html/>", "starts with <html>"],
  [`<svg>${"<g>".repeat(300)}${"</g>".repeat(300)}</svg>`, "nests elements"],
  [`<svg>${"<a>".repeat(300)}${"</a>".repeat(300)}</svg>`, "nests elements"],
])("the source %# is refused in words", async (source, words) => {
  await expect(sanitizeSvg(source)).rejects.toThrow(words);
});

test.each([
  ['width="120" height="80"', 120, 80],
  ['width="1in" height="72pt"', 96, 96],
  ['viewBox="0 0 24.4 12"', 24, 12],
  ['width="100%" viewBox="0,0,300,200"', 300, 200],
  ['width="1e9" height="-5"', null, null],
  ['width="99999999" height="NaN"', null, null],
  ["", null, null],
])("the size of <svg %s> is %s × %s", async (attributes, width, height) => {
  expect(await sanitizeSvg(`<svg ${attributes}/>`)).toMatchObject({ width, height });
});

test("cleaning what is clean changes nothing", async () => {
  const once = await clean(
    `<style>a{fill:red}</style><a href="x"><text id="a&#10;b" x="1">é &amp; 😀</text></a>`,
  );
  expect((await sanitizeSvg(once)).svg).toBe(once);
});

describe("trust 12: a drawing does not hold the event loop up", () => {
  test("with a length of many spaces, which took quadratic time", async () => {
    const before = process.cpuUsage();
    const length = `1${" ".repeat(300_000)}!`;
    const size = await sanitizeSvg(`<svg width="${length}" viewBox="0 0 1 9"/>`);
    const { user, system } = process.cpuUsage(before);
    expect(size).toMatchObject({ width: 1, height: 9 });
    // Milliseconds now, more than a minute then.
    expect(user + system).toBeLessThan(5_000_000);
  });

  test("with elements that are left out and nest without end, which took quadratic time", async () => {
    await expect(
      sanitizeSvg(`${head}>${"<x>".repeat(28_000)}${"</x>".repeat(28_000)}</svg>`),
    ).rejects.toThrow("nests elements more than 256 deep");
    await expect(
      sanitizeSvg(`${head}><style>${"<g>".repeat(300)}${"</g>".repeat(300)}</style></svg>`),
    ).rejects.toThrow("nests elements more than 256 deep");
  });

  test("by being large: others have their turns while it is read", async () => {
    let turns = 0;
    let reading = true;
    const others = () => {
      turns += 1;
      if (reading) setImmediate(others);
    };
    setImmediate(others);
    const paths = '<path d="M0 0h1"/>😀'.repeat(50_000);
    const { svg } = await sanitizeSvg(`${head}>${paths}</svg>`);
    reading = false;
    expect(turns).toBeGreaterThan(20);
    expect(svg.match(/<path d="M0 0h1"><\/path>😀/g)).toHaveLength(50_000);
  });
});
