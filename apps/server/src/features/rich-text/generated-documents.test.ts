import fc from "fast-check";
import { Fragment, type Mark, type Node } from "prosemirror-model";
import { describe, expect, it } from "vitest";
import { checkDocument } from "./check-document.js";
import { normaliseDocument } from "./normalise-document.js";
import { readHtml } from "./read-html.js";
import { readMarkdown } from "./read-markdown.js";
import { schema } from "./schema.js";
import { writeHtml } from "./write-html.js";
import { writeMarkdown } from "./write-markdown.js";

const { nodes: types, marks: markTypes } = schema;
const RUNS = Number(process.env.RICH_TEXT_RUNS ?? 400);

/** Pieces that mean something to one of the two languages in some place, beside plain words. */
const fragment = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("word", "a", "Ünï", "日本", "שלום", "x1", "7") },
  { weight: 4, arbitrary: fc.constantFrom(" ", "  ", "\n", "\t", "\u00a0", "\u2003", "\u3000", "\ufeff") },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      ..."* ** _ __ ` `` ~ ~~ [ ] ( ) ! | \\ < > & # + - = : . @ \" ' ^ $ / { } , ;".split(" "),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ..."1. 12) --- === *** ``` ~~~ # ## > - + &amp; &#35; <br> <b> </b> <em> <https://a.b> http://a.b www.a.b".split(
        " ",
      ),
      ..."a@b.co ](x) ![i](x) [x]: [^1] [^1]: [x] :--- |-|-| 🎉 👩‍👩‍👧 é ≠ € « » … — <script> https:// snake_case".split(
        " ",
      ),
      "[ ] ",
      "[x] ",
      "    ",
      "\\\n",
      "\u0001",
      "\r\n",
    ),
  },
);
const text = fc.array(fragment, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(""));
const url = fc.constantFrom(
  "https://example.com/",
  "https://example.com/a_(b)",
  "https://example.com/a)b(",
  "/path?a=1&copy;=2&b=*x*",
  "#part",
  "mailto:a@b.co",
  "http://a.b/_c_/~d~?e=`f`|g",
  "relative/x.png",
  "https://a.b/é ü",
);
const imageUrl = fc.constantFrom("/a.png", "https://a.b/c(d.png", "x/ü y.png?a=1&amp=2");
const words = fc.option(text);
const mark: fc.Arbitrary<Mark> = fc.oneof(
  fc
    .constantFrom("bold", "italic", "underline", "strike", "subscript", "superscript", "code")
    .map((name) => schema.mark(name)),
  fc.record({ href: url, title: words }).map((attrs) => markTypes.link.create(attrs)),
);
const marks = fc
  .oneof(
    { weight: 5, arbitrary: fc.constant<Mark[]>([]) },
    { weight: 5, arbitrary: fc.array(mark, { maxLength: 3 }) },
  )
  .map((list) => list.reduce((set: readonly Mark[], one) => one.addToSet(set), []));

const plainInline = fc.tuple(text, marks).map(([value, set]) => schema.text(value, set));
const shownLink = url.map((href) => schema.text(href, [markTypes.link.create({ href })]));
const leaf = fc.oneof(
  fc.constant(types.hardBreak.create()),
  fc
    .tuple(fc.record({ src: imageUrl, alt: words, title: words }), marks)
    .map(([attrs, set]) => types.image.create(attrs, null, set)),
  fc.constantFrom("1", "note", "ü.2").map((label) => types.footnoteReference.create({ label })),
);
const inline = fc.oneof(
  { weight: 8, arbitrary: plainInline },
  { weight: 1, arbitrary: shownLink },
  { weight: 2, arbitrary: leaf },
);
const inlines = fc.array(inline, { maxLength: 6 }).map((nodes) => Fragment.from(nodes));
const paragraph = inlines.map((content) => types.paragraph.create(null, content));

const cell = (name: "tableCell" | "tableHeader") =>
  fc
    .tuple(paragraph, fc.constantFrom(null, "left", "center", "right"))
    .map(([content, align]) => types[name].create({ align }, content));
const row = fc
  .array(fc.oneof({ weight: 3, arbitrary: cell("tableCell") }, cell("tableHeader")), {
    minLength: 1,
    maxLength: 3,
  })
  .map((cells) => types.tableRow.create(null, cells));

const { block } = fc.letrec<{ block: Node; blocks: Node[]; item: Node[]; task: Node }>((tie) => ({
  block: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    { weight: 6, arbitrary: paragraph },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.integer({ min: 1, max: 6 }), inlines)
        .map(([level, content]) => types.heading.create({ level }, content)),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.constantFrom(null, "ts", "c++", "objective-c"),
          fc.option(fc.array(text, { minLength: 1, maxLength: 4 })),
        )
        .map(([language, lines]) =>
          types.codeBlock.create({ language }, lines === null ? null : schema.text(lines.join("\n"))),
        ),
    },
    { weight: 1, arbitrary: fc.constant(types.horizontalRule.create()) },
    {
      weight: 1,
      arbitrary: fc.array(row, { minLength: 1, maxLength: 3 }).map((rows) => types.table.create(null, rows)),
    },
    { weight: 2, arbitrary: tie("blocks").map((content) => types.blockquote.create(null, content)) },
    {
      weight: 3,
      arbitrary: fc.array(tie("item"), { minLength: 1, maxLength: 3 }).map((items) =>
        types.bulletList.create(
          null,
          items.map((content) => types.listItem.create(null, content)),
        ),
      ),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(
          fc.constantFrom(0, 1, 1, 9, 10, 999_999_999),
          fc.array(tie("item"), { minLength: 1, maxLength: 3 }),
        )
        .map(([start, items]) =>
          types.orderedList.create(
            { start },
            items.map((content) => types.listItem.create(null, content)),
          ),
        ),
    },
    {
      weight: 2,
      arbitrary: fc
        .array(tie("task"), { minLength: 1, maxLength: 3 })
        .map((items) => types.taskList.create(null, items)),
    },
  ),
  blocks: fc.array(tie("block"), { minLength: 1, maxLength: 3, depthIdentifier: "blocks" }),
  item: fc
    .tuple(paragraph, fc.array(tie("block"), { maxLength: 2, depthIdentifier: "blocks" }))
    .map(([first, rest]) => [first, ...rest]),
  task: fc
    .tuple(fc.boolean(), tie("item"))
    .map(([checked, content]) => types.taskItem.create({ checked }, content)),
}));

const footnotes = fc
  .uniqueArray(fc.constantFrom("1", "note", "ü.2", "unused"), { maxLength: 3 })
  .chain((labels) =>
    fc.tuple(
      ...labels.map((label) =>
        fc
          .tuple(paragraph, fc.array(block, { maxLength: 2 }))
          .map(([first, rest]) => types.footnote.create({ label }, [first, ...rest])),
      ),
    ),
  );

const document = fc
  .tuple(fc.array(block, { minLength: 1, maxLength: 4 }), footnotes)
  .map(([body, notes]) =>
    types.doc.create(null, notes.length > 0 ? [...body, types.footnotes.create(null, notes)] : body),
  );

/** A document as markdown can say it: what the README lists as lost is lost here. */
function asMarkdownSaysIt(node: Node): Node {
  if (node.type === types.image)
    return types.image.create({ ...node.attrs, assetId: null }, null, node.marks);
  if (node.type !== types.table) return node.copy(Fragment.from(node.children.map(asMarkdownSaysIt)));
  const columns = node.firstChild?.children ?? [];
  const rows = node.children.map((tableRow, index) => {
    const type = index === 0 ? types.tableHeader : types.tableCell;
    const cells = tableRow.children.map((one, column) =>
      type.create({ align: columns[column]?.attrs.align ?? null }, asMarkdownSaysIt(one).content),
    );
    return tableRow.copy(Fragment.from(cells));
  });
  return node.copy(Fragment.from(rows));
}

describe("rich text of generated documents", () => {
  it("has one canonical form: normalising twice is normalising once", () => {
    fc.assert(
      fc.property(document, (given) => {
        const once = normaliseDocument(given);
        once.check();
        expect(normaliseDocument(once).toJSON()).toEqual(once.toJSON());
      }),
      { numRuns: RUNS },
    );
  });

  it("comes back identical from its JSON and from its HTML", () => {
    fc.assert(
      fc.property(document, (given) => {
        const doc = normaliseDocument(given);
        expect(normaliseDocument(checkDocument(doc.toJSON())).toJSON()).toEqual(doc.toJSON());
        const html = writeHtml(doc);
        const again = normaliseDocument(readHtml(html));
        expect(again.toJSON()).toEqual(doc.toJSON());
        expect(writeHtml(again)).toBe(html);
      }),
      { numRuns: RUNS },
    );
  });

  it("keeps every mark and character of a single paragraph, heading or cell in markdown", () => {
    const wrapped = fc
      .tuple(inlines, fc.constantFrom("paragraph", "heading", "cell"))
      .map(([content, place]) => {
        const line = types.paragraph.create(null, content);
        if (place === "paragraph") return line;
        if (place === "heading") return types.heading.create({ level: 2 }, content);
        return types.table.create(null, types.tableRow.create(null, types.tableHeader.create(null, line)));
      });
    const notes = ["1", "note", "ü.2"].map((label) =>
      types.footnote.create({ label }, types.paragraph.create()),
    );
    fc.assert(
      fc.property(wrapped, (given) => {
        const doc = normaliseDocument(types.doc.create(null, [given, types.footnotes.create(null, notes)]));
        const again = normaliseDocument(readMarkdown(writeMarkdown(doc)));
        expect(again.toJSON()).toEqual(doc.toJSON());
      }),
      { numRuns: 10 * RUNS },
    );
  });

  it("comes back from its markdown with everything that markdown can say", () => {
    fc.assert(
      fc.property(document, (given) => {
        const doc = asMarkdownSaysIt(normaliseDocument(given));
        const markdown = writeMarkdown(doc);
        const again = normaliseDocument(readMarkdown(markdown));
        expect(again.toJSON()).toEqual(doc.toJSON());
        expect(writeMarkdown(again)).toBe(markdown);
      }),
      { numRuns: RUNS },
    );
  });
});
