import { describe, expect, it } from "vitest";
import { parseRichText } from "./index.js";

const doc = (...content: unknown[]) => ({ type: "doc", content });
const paragraph = (...content: unknown[]) => ({ type: "paragraph", content });
const text = (value: string, ...marks: unknown[]) => ({ type: "text", text: value, marks });

function messageFor(given: unknown): string {
  const parsed = parseRichText({ doc: given });
  return parsed.ok ? "accepted" : parsed.message;
}

describe("a document given as JSON", () => {
  it.each([
    [null, 'doc: null instead of a node. A node is an object with a "type".'],
    [paragraph(), 'doc: the outermost node is "paragraph". It must be "doc".'],
    [{ type: "doc" }, /^doc: "doc" is not complete\. Next needed: paragraph, heading, /],
    [
      doc(paragraph(), paragraph(), { type: "blockquote", content: [{ type: "iframe" }] }),
      /^doc\.content\[2\]\.content\[0\]: unknown node "iframe"\. Known nodes: doc, paragraph, heading, /,
    ],
    [
      doc({ type: "paragraph", contents: [] }),
      /^doc\.content\[0\]: unknown member "contents"\. Members of a node: /,
    ],
    [
      doc({ type: "paragraph", content: {} }),
      "doc.content[0].content: an object instead of a list of nodes.",
    ],
    [
      doc({ type: "image", attrs: { src: "/a.png" } }),
      /^doc\.content\[0\]: "image" cannot stand here in "doc"\. Possible here: paragraph, /,
    ],
    [
      doc({ type: "bulletList", content: [{ type: "listItem", content: [{ type: "heading" }] }] }),
      'doc.content[0].content[0].content[0]: "heading" cannot stand here in "listItem". Possible here: paragraph.',
    ],
    [
      doc({ type: "heading", attrs: { level: 7 } }),
      "doc.content[0].attrs.level: 7 is not a heading level from 1 to 6.",
    ],
    [
      doc({ type: "heading", attrs: { size: 7 } }),
      'doc.content[0].attrs: unknown attribute "size". Attributes of "heading": level.',
    ],
    [doc({ type: "paragraph", attrs: [] }), "doc.content[0].attrs: a list instead of an object."],
    [
      doc(paragraph({ type: "image" })),
      'doc.content[0].content[0].attrs: "src" is missing, and "image" needs it.',
    ],
    [
      doc(paragraph({ type: "image", attrs: { src: "data:image/png;base64,AA" } })),
      'doc.content[0].content[0].attrs.src: "data:image/png;base64,AA" is not an allowed image address: use http, https or a relative path.',
    ],
    [
      doc(paragraph(text("x", { type: "link", attrs: { href: "javascript:alert(1)" } }))),
      /^doc\.content\[0\]\.content\[0\]\.marks\[0\]\.attrs\.href: "javascript:alert\(1\)" is not an allowed link: use http/,
    ],
    [
      doc(paragraph(text("x", { type: "highlight" }))),
      /^doc\.content\[0\]\.content\[0\]\.marks\[0\]: unknown mark "highlight"\. Known marks: link, bold, /,
    ],
    [
      doc(paragraph(text("x", { type: "bold" }, { type: "bold" }))),
      'doc.content[0].content[0].marks[1]: a second mark "bold" on one node. Keep one.',
    ],
    [
      doc({ type: "codeBlock", content: [text("x", { type: "bold" })] }),
      'doc.content[0].content[0]: "codeBlock" takes no mark "bold". Remove the mark.',
    ],
    [doc(paragraph(text(""))), "doc.content[0].content[0]: a text node needs a text that is not empty."],
    [
      doc({ type: "paragraph", text: "x" }),
      'doc.content[0]: only a "text" node has a text. Put it into the content of "paragraph".',
    ],
    [
      doc({
        type: "table",
        content: [
          {
            type: "tableRow",
            content: [{ type: "tableCell", attrs: { colspan: 2 }, content: [paragraph()] }],
          },
        ],
      }),
      "doc.content[0].content[0].content[0].attrs.colspan: merged cells are not supported. Give every cell its own place.",
    ],
    [
      doc(paragraph(), {
        type: "footnotes",
        content: [
          { type: "footnote", attrs: { label: "1" }, content: [paragraph()] },
          { type: "footnote", attrs: { label: "1" }, content: [paragraph()] },
        ],
      }),
      'doc.content[1].content[1].attrs.label: a second footnote "1". Give each footnote its own label.',
    ],
  ])("is refused in words that name the place: %j", (given, message) => {
    expect(messageFor(given)).toEqual(typeof message === "string" ? message : expect.stringMatching(message));
  });

  it("may carry what TipTap writes beside our attributes", () => {
    const link = { type: "link", attrs: { href: "/x", target: "_blank", rel: "noopener", class: null } };
    const cell = {
      type: "tableCell",
      attrs: { colspan: 1, rowspan: 1, colwidth: [100] },
      content: [paragraph()],
    };
    const given = doc(
      { type: "paragraph", attrs: { textAlign: null }, content: [text("x", link)] },
      { type: "table", content: [{ type: "tableRow", content: [cell] }] },
    );
    expect(messageFor(given)).toBe("accepted");
  });

  it("may be nested 100 levels deep, and not 101", () => {
    const nested = (levels: number) => {
      let node: unknown = paragraph();
      for (let level = 2; level < levels; level++) node = { type: "blockquote", content: [node] };
      return doc(node);
    };
    expect(messageFor(nested(100))).toBe("accepted");
    expect(messageFor(nested(101))).toMatch(/nested more than 100 levels deep/);
  });
});
