import { describe, expect, it } from "vitest";
import { isEmpty, parseRichText, type RichText } from "./index.js";

function parse(input: unknown): RichText {
  const parsed = parseRichText(input);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
}

function messageFor(input: unknown): string {
  const parsed = parseRichText(input);
  return parsed.ok ? "accepted" : parsed.message;
}

const ASSET = "ast_01kb1m3v9rf0wbq7t8x2c4d5e6";
const OTHER = "ast_01kb1m3v9rf0wbq7t8x2c4d5e7";

const HELLO = {
  doc: {
    type: "doc",
    content: [
      {
        type: "paragraph",
        content: [
          { type: "text", text: "Hello " },
          { type: "text", marks: [{ type: "bold" }], text: "world" },
        ],
      },
    ],
  },
  html: "<p>Hello <strong>world</strong></p>",
  markdown: "Hello **world**",
  text: "Hello world",
  assetIds: [],
};

describe("parseRichText", () => {
  it.each([
    ["a bare text, as markdown", "Hello **world**"],
    ["markdown", { markdown: "Hello __world__\n" }],
    ["HTML", { html: "<div>Hello <b>world</b></div>" }],
    ["ProseMirror JSON", { doc: HELLO.doc }],
    ["HTML and markdown, as they are read", { html: HELLO.html, markdown: HELLO.markdown }],
    ["all three, as they are stored", { doc: HELLO.doc, html: HELLO.html, markdown: HELLO.markdown }],
  ])("reads %s", (_name, input) => {
    expect(parse(input)).toEqual(HELLO);
  });

  it("lets HTML decide where it says more than the markdown beside it", () => {
    const html = `<p><img src="/a.png" alt="a" data-asset-id="${ASSET}"></p>`;
    const { markdown, assetIds } = parse({ html });
    expect(assetIds).toEqual([ASSET]);
    expect(parse({ html, markdown }).assetIds).toEqual([ASSET]);
  });

  it("refuses HTML and markdown that say different things, instead of losing one of them", () => {
    expect(messageFor({ html: "<p>old</p>", markdown: "new" })).toBe(
      "`html` and `markdown` say different things. Send only the one that you changed.",
    );
  });

  it.each([
    [null, "Rich text cannot be null."],
    [7, "Rich text cannot be a number."],
    [["x"], "Rich text cannot be a list."],
    [undefined, "Rich text cannot be a undefined."],
    [{}, "Rich text is empty."],
    [{ text: "x" }, 'Unknown member "text" in rich text.'],
    [{ type: "doc", content: [] }, 'Unknown member "type" in rich text.'],
  ])("refuses %j and says what to give", (input, start) => {
    expect(messageFor(input)).toBe(
      `${start} Give a text (markdown), or an object with one of: doc, html, markdown.`,
    );
  });

  it("refuses a source that is not a text", () => {
    expect(messageFor({ markdown: ["x"] })).toBe("markdown: a text is needed, this is a list.");
    expect(messageFor({ html: null })).toBe("html: a text is needed, this is null.");
  });

  it("leaves a byte order mark to the file that the text came from", () => {
    expect(parse("\ufeff# Title").html).toBe("<h1>Title</h1>");
  });

  it("holds every form to the limits of JSON, so that what was read can be sent back as it is stored", () => {
    const nested = (levels: number) => `${"<blockquote>".repeat(levels)}x${"</blockquote>".repeat(levels)}`;
    const deepest = parse({ html: nested(97) });
    expect(parse({ doc: deepest.doc })).toEqual(deepest);
    expect(messageFor({ html: nested(98) })).toMatch(/nested more than 100 levels deep/);
    expect(messageFor(`${">".repeat(98)}x`)).toMatch(/nested more than 100 levels deep/);
    expect(messageFor("[".repeat(20_001))).toMatch(
      /^The markdown has 20001 opening square brackets\. At most 20000/,
    );
    expect(messageFor("x\r".repeat(20_001))).toMatch(/^The markdown has 20001 lines\. At most 20000/);
    expect(messageFor("x\n\n".repeat(9_990))).toBe("accepted");
    expect(messageFor({ html: "<p>x</p>".repeat(10_001) })).toMatch(
      /^The document has 20003 nodes\. At most 20000/,
    );
    expect(messageFor(`[x](/${"ü".repeat(300)}) `.repeat(700))).toMatch(
      /^The document holds \d+ characters\./,
    );
  });

  it("takes the words of every block for search, each block on a line of its own", () => {
    const { text } = parse(
      "# A *title*\n\nOne  two\\\nthree ![four](/a.png)five[^1]\n\n| a | b |\n|---|---|\n| c | |\n\n```\nx  y\n```\n\n[^1]: note",
    );
    expect(text).toBe("A title\nOne two three four five\na\nb\nc\nx  y\nnote");
  });

  it("names every asset once, in the order of appearance", () => {
    const image = (id: string) => `<img src="/${id}.png" data-asset-id="${id}">`;
    const { assetIds } = parse({
      html: `<p>${image(OTHER)}${image(ASSET)}</p><ul><li>${image(OTHER)}</li></ul>`,
    });
    expect(assetIds).toEqual([OTHER, ASSET]);
  });
});

describe("isEmpty", () => {
  it.each([
    "",
    " \n\t",
    "&nbsp;",
    "#",
    "- ",
    ">",
    "|a|\n|-|\n".replace("a", " "),
    "```\n\n```",
    "<br>",
    "[x]: /y",
  ])("is true of markdown that shows nothing: %j", (markdown) =>
    expect(isEmpty(parse({ markdown }))).toBe(true),
  );

  it.each(["a", "***", "![](/a.png)", "- a", "`a`", "```\na\n```", "&#8203;"])(
    "is false of markdown that shows something: %j",
    (markdown) => expect(isEmpty(parse({ markdown }))).toBe(false),
  );

  it("is true of the empty paragraph that an editor begins with", () => {
    expect(isEmpty(parse({ doc: { type: "doc", content: [{ type: "paragraph" }] } }))).toBe(true);
    expect(parse({ html: "<p></p>" })).toMatchObject({ html: "<p></p>", markdown: "", text: "" });
  });
});
