import { type FieldTypeName, type FieldValue, fieldTypes, fieldValueSchema } from "@lintel/contract";
import { describe, expect, it } from "vitest";
import { newId } from "../db/new-id.js";
import type { FieldConfig, Linked } from "./field-type.js";
import { fieldTypeRegistry } from "./registry.js";

const entry = newId("entry");
const second = newId("entry");
const asset = newId("asset");
const person = newId("user");
const oak = { id: newId("option"), name: "Oak", color: "brown" as const };
const brick = { id: newId("option"), name: "Brick", color: "red" as const };

const linked: Linked = {
  entry: (id) => (id === entry || id === second ? { id, slug: "s", title: "T" } : undefined),
  asset: (id) =>
    id === asset
      ? { id, url: "/a", name: "a.jpg", contentType: "image/jpeg", size: 1, width: 1, height: 1 }
      : undefined,
  person: (id) => (id === person ? { id, name: "Ida" } : undefined),
};

interface Example {
  config?: FieldConfig;
  /** What a writer sends, and what readers get for it. */
  good: [input: unknown, value: FieldValue][];
  empty: unknown[];
  bad: unknown[];
}

const examples: Record<FieldTypeName, Example> = {
  text: {
    good: [
      ["Over the door", "Over the door"],
      ["two\nlines", "two\nlines"],
    ],
    empty: [""],
    bad: [7, true, {}, [], "a\0b", "\ud800", "x".repeat(20_001)],
  },
  rich_text: {
    good: [[{ markdown: "**Stone**" }, { html: "<p><strong>Stone</strong></p>", markdown: "**Stone**" }]],
    empty: [{ markdown: "" }],
    bad: [7, [], { doc: { type: "nope" } }, { markdown: 7 }],
  },
  number: {
    good: [
      [12.5, 12.5],
      [-0, 0],
      [9007199254740991, 9007199254740991],
    ],
    empty: [],
    bad: ["12", true, Number.NaN, Number.POSITIVE_INFINITY, 9007199254740992, [], {}],
  },
  checkbox: {
    good: [
      [true, true],
      [false, false],
    ],
    empty: [],
    bad: ["true", 1, 0, "", [], {}],
  },
  date: {
    good: [
      ["2026-02-28", "2026-02-28"],
      ["2024-02-29", "2024-02-29"],
    ],
    empty: [""],
    bad: ["2026-02-29", "2026-13-01", "2026-1-1", "0000-01-01", "2026-03-04T00:00:00Z", 20260304, {}, []],
  },
  select: {
    config: { options: [oak, brick] },
    good: [
      ["Oak", "Oak"],
      [brick.id, "Brick"],
    ],
    empty: [""],
    bad: ["oak", "Slate", 1, ["Oak"], {}],
  },
  multi_select: {
    config: { options: [oak, brick] },
    good: [
      [
        ["Brick", "Oak", "Brick"],
        ["Brick", "Oak"],
      ],
    ],
    empty: [[]],
    bad: ["Oak", [1], ["Slate"], {}, [["Oak"]]],
  },
  link: {
    good: [
      ["https://example.org/a?b=c#d", "https://example.org/a?b=c#d"],
      ["/about", "/about"],
      ["mailto:a@example.org", "mailto:a@example.org"],
      ["#top", "#top"],
    ],
    empty: ["", "  "],
    bad: [
      "javascript:alert(1)",
      "data:text/html,x",
      "//evil.example",
      "/\\evil",
      "java\tscript:alert(1)",
      "about",
      "https://",
      7,
      {},
      [],
    ],
  },
  person: { good: [[person, { id: person, name: "Ida" }]], empty: [""], bad: ["ida", entry, 7, [], {}] },
  asset: {
    good: [[{ id: asset }, linked.asset(asset) as FieldValue]],
    empty: [""],
    bad: ["a.jpg", entry, 7, [], {}],
  },
  reference: {
    good: [[entry, { id: entry, slug: "s", title: "T" }]],
    empty: [""],
    bad: ["slug", asset, 7, [entry], {}],
  },
  multi_reference: {
    good: [
      [
        [second, { id: entry }],
        [
          { id: second, slug: "s", title: "T" },
          { id: entry, slug: "s", title: "T" },
        ],
      ],
    ],
    empty: [[]],
    bad: [entry, [asset], [7], {}, Array.from({ length: 1_001 }, () => newId("entry"))],
  },
};

describe.each(fieldTypes)("%s", (name) => {
  const definition = fieldTypeRegistry[name];
  const { config = {}, good, empty, bad } = examples[name];
  const parse = (input: unknown) => {
    const parsed = definition.parse(input, config);
    if (!parsed.ok) throw new Error(parsed.message);
    return parsed.value;
  };

  it("reads back what was written, in the contract's form", () => {
    for (const [input, value] of good) {
      const resolved = definition.resolve(parse(input), config, linked);
      expect(resolved).toEqual(value);
      expect(fieldValueSchema.parse(resolved)).toEqual(value);
    }
  });

  it("gives writers what they may send again", () => {
    for (const [input] of good) {
      const stored = parse(input);
      const again = (definition.toInput ?? definition.toPlain)(stored, config);
      expect(parse(again)).toEqual(stored);
    }
  });

  it("stores nothing for an empty value", () => {
    for (const input of empty) expect(parse(input)).toBeNull();
  });

  it("trust 10: refuses anything else and says what came", () => {
    for (const input of bad) {
      const parsed = definition.parse(input, config);
      expect(parsed, JSON.stringify(input)?.slice(0, 80)).toMatchObject({
        ok: false,
        message: expect.stringMatching(/\.$/),
      });
    }
  });

  it("makes index cells in the column that its operands use", () => {
    for (const [input] of good) {
      for (const cell of definition.index.cells(parse(input), config))
        expect(cell).toHaveProperty(definition.index.column);
    }
  });

  it("drops what points to nothing", () => {
    if (!definition.links) return;
    const nowhere: Linked = { entry: () => undefined, asset: () => undefined, person: () => undefined };
    for (const [input] of good) {
      const stored = parse(input);
      const gone = definition.resolve(stored, config, nowhere);
      if (name !== "rich_text") expect(gone ?? definition.empty).toEqual(definition.empty);
    }
  });
});

it("rich text knows the files it shows or links to, by id or by address", () => {
  const { parse, index } = fieldTypeRegistry.rich_text;
  const address = `https://content.example/assets/${asset}/0f0f0f0f/plan.pdf`;
  const parsed = parse({ markdown: `![a](${address}) and [b](${address})` }, {});
  if (!parsed.ok) throw new Error(parsed.message);
  expect(index.cells(parsed.value, {})).toEqual([{ text: asset }]);
});

describe("conversion", () => {
  const convert = (
    from: FieldTypeName,
    to: FieldTypeName,
    input: unknown,
    fromConfig: FieldConfig = {},
    toConfig: FieldConfig = {},
  ) => {
    const source = fieldTypeRegistry[from];
    const parsed = source.parse(input, fromConfig);
    if (!parsed.ok || parsed.value === null) throw new Error("The example has no value.");
    const plain = source.toPlain(parsed.value, fromConfig);
    const next = plain === null ? undefined : fieldTypeRegistry[to].fromPlain(plain, toConfig);
    return next === undefined ? undefined : fieldTypeRegistry[to].parse(next, toConfig);
  };

  it.each([
    ["text", "number", " 12.5 ", 12.5],
    ["text", "date", "2026-03-04T10:00:00Z", "2026-03-04"],
    ["text", "checkbox", "Yes", true],
    ["text", "link", "/about", "/about"],
    ["number", "text", 12.5, "12.5"],
    ["checkbox", "number", true, 1],
    ["date", "text", "2026-03-04", "2026-03-04"],
  ] as const)("turns %s into %s: %j becomes %j", (from, to, input, value) => {
    expect(convert(from, to, input)).toEqual({ ok: true, value });
  });

  it.each([
    ["text", "number", "a lot"],
    ["text", "number", ""],
    ["text", "date", "tomorrow"],
    ["text", "checkbox", "maybe"],
    ["number", "date", 20260304],
  ] as const)("does not turn %s into %s where it would lose something: %j", (from, to, input) => {
    let result: unknown;
    try {
      result = convert(from, to, input);
    } catch {
      return;
    }
    expect(result).not.toMatchObject({ ok: true, value: expect.anything() });
  });

  it("finds options by name, and splits a list of them", () => {
    const options = { options: [oak, brick] };
    expect(convert("text", "select", "Oak", {}, options)).toEqual({ ok: true, value: oak.id });
    expect(convert("text", "multi_select", "Oak, Brick", {}, options)).toEqual({
      ok: true,
      value: [oak.id, brick.id],
    });
    expect(convert("multi_select", "select", ["Oak", "Brick"], options, options)).toBeUndefined();
  });
});
