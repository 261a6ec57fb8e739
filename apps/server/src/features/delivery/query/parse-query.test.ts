import { queryLimits } from "@lintel/contract";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { createWorkspace, type Workspace } from "../../../testing/workspace.js";
import type { Model, ModelType } from "../../model/model.js";
import { updateField } from "../../model/update-field.js";
import { parseEntryQuery, parseNothing, parseQuery } from "./parse-query.js";

let workspace: Workspace;
let model: Model;
let type: ModelType;
beforeAll(async () => {
  workspace = await createWorkspace();
  await workspace.createType({ name: "Authors", kind: "collection", fields: [] });
  await workspace.createType({
    name: "Posts",
    kind: "collection",
    fields: [
      { name: "Excerpt", type: "text" },
      { name: "Price", type: "number" },
      { name: "Day", type: "date" },
      { name: "Done", type: "checkbox" },
      { name: "Body", type: "rich_text" },
      { name: "Tone", type: "select", options: [{ name: "Essay" }, { name: "Yes, maybe" }] },
      { name: "Author", type: "reference", collection: "authors" },
      { name: "Related", type: "multi_reference", collection: "posts" },
      { name: "Editor", type: "person" },
    ],
  });
  const { runChange, organizationId, owner } = workspace;
  await updateField(runChange, organizationId, owner, "posts", "price", { key: "cost" });
  model = await workspace.model();
  type = model.typeBySlug.get("posts")!;
});
afterAll(() => workspace.close());

const parsed = (text: string) => {
  const { query, issues } = parseQuery(model, type, text);
  if (!query) throw new Error(JSON.stringify(issues));
  return query;
};
const issuesOf = (text: string) => parseQuery(model, type, text).issues ?? [];
const messageOf = (text: string) =>
  issuesOf(text)
    .map(({ message }) => message)
    .join("\n");

describe("what is asked for", () => {
  it("is read from every parameter", () => {
    const query = parsed(
      "limit=20&sort=-fields.day,title&where[fields.tone][in]=Essay,Yes%5C,%20maybe&where[title][ne]=a%20b&search=stone+oak&fields=excerpt,author&include=author",
    );
    expect(query).toMatchObject({ limit: 20, search: "stone oak" });
    expect(query.sort.map(({ descending }) => descending)).toEqual([true, false]);
    expect([...(query.keys ?? [])]).toEqual(["excerpt", "author"]);
    expect(query.where[0]?.test).toMatchObject({ kind: "any", operands: [{}, {}] });
    expect(query.where[1]).toMatchObject({
      negated: true,
      test: { operands: [{ key: "a b", exact: "a b" }] },
    });
  });

  it("is the oldest first, all of it, where nothing is said", () => {
    expect(parsed("")).toMatchObject({ limit: null, cursor: null, where: [], search: null, keys: null });
    expect(parsed("").canonical).toBe(parsed("sort=createdAt").canonical);
  });

  it("is the same by an alias as by its field", () => {
    const [old, canonical] = ["price", "cost"].map((key) =>
      parsed(`where[fields.${key}][gt]=3&where[title][eq]=a&sort=fields.${key}`),
    );
    expect(old?.canonical).toBe(canonical?.canonical);
    expect(parsed("where[title][eq]=a&where[fields.price][gt]=3&sort=fields.cost").canonical).toBe(
      old?.canonical,
    );
  });

  it("leaves out what a unique path makes needless", () => {
    expect(parsed("sort=slug,title,id").sort).toHaveLength(1);
  });
});

describe("what is wrong is named with place, value and remedy", () => {
  test.each([
    [
      "where[titel][eq]=x",
      'Unknown field "titel" in `where`. Fields of "posts": id, slug, title, createdAt, updatedAt, fields.excerpt, fields.cost',
    ],
    ["where[excerpt][eq]=x", 'Did you mean "fields.excerpt"?'],
    [
      "where[fields.author.name][eq]=x",
      'Of "author" (reference) of "posts" there is fields.author.id, fields.author.slug, fields.author.title.',
    ],
    ["where[fields.excerpt.id][eq]=x", "there is fields.excerpt itself"],
    [
      "where[fields.price][contains]=1",
      '"cost" (number) does not take the operator "contains". It takes: eq, ne, in, nin, lt, lte, gt, gte, exists.',
    ],
    ["where[fields.price][gt]=cheap", 'Expected a number, got the text "cheap".'],
    ["where[fields.day][lt]=2026-02-30", "Expected a date as YYYY-MM-DD"],
    ["where[createdAt][lt]=2026-02-30T00:00:00Z", "Expected an instant such as 2026-03-04T05:06:07Z"],
    ["where[createdAt][lt]=0000-01-01T00:00:00Z", "Expected an instant"],
    ["where[createdAt][lt]=2026-01-01T00:00:00+02:00", 'Write a "+" as %2B.'],
    ["where[fields.tone][eq]=Poem", 'Unknown option "Poem". Options: Essay, Yes, maybe.'],
    ["where[fields.done][exists]=yes", 'Expected true or false, got "yes".'],
    ["where[title][eq]=", "The value is empty."],
    ["where[title][in]=a,,b", "The value is empty."],
    ["where=x", "Write a condition as `where[fields.price][gt]=12`"],
    ["where[title]=x", "Write a condition as"],
    ["where[title][eq][]=x", "Write a condition as"],
    ["where[id][eq]=ent_1", 'Expected the id of an entry ("ent_…")'],
    [
      "sort=fields.author",
      '"fields.author" cannot be sorted by. Sort by id, slug, title, createdAt, updatedAt, fields.excerpt, fields.cost, fields.day, fields.done.',
    ],
    ["sort=title,-title", '"-title" is named twice.'],
    ["sort=", 'Unknown field "" in `sort`.'],
    ["sort=id,slug,title,createdAt,updatedAt", "At most 4 paths"],
    ["fields=excerpt,nothing", 'Unknown field "nothing" in `fields`. Fields of "posts": excerpt, cost,'],
    ["include=excerpt", '"excerpt" is no reference of "posts". Its references: author, related.'],
    ["fields=excerpt&include=author", '"author" is included and not among `fields`.'],
    ["limit=20&limit=30", "Given more than once."],
    ["limit[]=20", "Give one value, as `limit=`."],
    [
      "page=2",
      "Unknown query parameter. This operation takes: limit, cursor, sort, where, search, fields, include.",
    ],
    ["search=%20.", "There is no word to search for."],
    ["search=%E0%A4", "wrongly percent-encoded"],
    ["search=a%00b", "Holds a NUL character"],
  ])("%s", (text, message) => {
    expect(messageOf(text)).toContain(message);
  });

  it("all at once", () => {
    expect(
      issuesOf("limit=0&sort=x&page=1")
        .map(({ path }) => path)
        .sort(),
    ).toEqual(["limit", "page", "sort"]);
  });

  it("also where a single entry or the model is asked for", () => {
    expect(parseEntryQuery(model, type, "limit=2")).toMatchObject({ issues: [{ path: "limit" }] });
    expect(parseEntryQuery(model, type, "fields=excerpt").issues).toBeUndefined();
    expect(parseNothing("fields=x")[0]?.message).toBe("Unknown query parameter. This operation takes none.");
  });
});

describe("hostile queries", () => {
  test.each(["-1", "0", "1e9", "NaN", "Infinity", "1001", "1.5", "", " 1", "0x10", "١"])(
    "trust 16: a limit of %j is refused",
    (limit) => {
      expect(issuesOf(`limit=${encodeURIComponent(limit)}`)).toMatchObject([{ path: "limit" }]);
    },
  );

  it("trust 16: an include that is too deep, goes in a circle or is too wide is refused", () => {
    expect(messageOf("include=related.author.x.y")).toContain("deeper than 3 references");
    expect(messageOf("include=related.related")).toContain("a circle");
    expect(messageOf(`include=${Array(17).fill("author").join(",")}`)).toContain("At most 16");
    expect(messageOf(`include=${"related.".repeat(4_000)}`)).toContain("deeper than 3");
    expect(issuesOf("include=related.author,author")).toEqual([]);
  });

  it("is bounded in conditions, values, text and number of parameters", () => {
    const conditions = (count: number) =>
      [...type.fields.slice(0, 4), { key: "body" }]
        .flatMap(({ key }) =>
          ["eq", "ne", "lt", "lte", "gt", "gte", "in", "nin"].map((one) => `where[fields.${key}][${one}]=1`),
        )
        .slice(0, count)
        .join("&");
    expect(messageOf(conditions(33))).toContain("33 conditions are more than the 32");
    expect(messageOf(`where[title][in]=${Array(101).fill("a").join(",")}`)).toContain(
      "101 values are more than the 100",
    );
    expect(messageOf(`where[title][eq]=${"a".repeat(1_001)}`)).toContain(
      "1,001 characters; 1,000 is the most",
    );
    expect(messageOf(`search=${"a".repeat(1_001)}`)).toContain("more than 1000 characters");
    expect(messageOf("a=1&".repeat(100_000))).toContain("more than 64 parameters");
    expect(queryLimits.conditions).toBe(32);
  });

  test.each(["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"])(
    "trust 11: %s is a name like any other, and unknown",
    (name) => {
      for (const text of [
        `${name}=1`,
        `${name}[x]=1`,
        `where[${name}][eq]=1`,
        `where[fields.${name}][eq]=1`,
        `where[fields.author.${name}][eq]=1`,
        `where[title][${name}]=1`,
        `sort=${name}`,
        `sort=fields.${name}`,
        `fields=${name}`,
        `include=${name}`,
        `include=author.${name}`,
        `where[fields.tone][eq]=${name}`,
      ])
        expect(issuesOf(text).length, text).toBeGreaterThan(0);
      expect(Object.keys(Object.prototype)).toEqual([]);
    },
  );

  test.each([
    "sort=title;drop table entries",
    "sort=title)--",
    "where[title'--][eq]=x",
    "where[fields.excerpt'; select pg_sleep(9)--][eq]=x",
    "where[title][eq) or 1=1--]=x",
    "where[fields.cost][in]=1) or (1=1",
    "where[fields.cost][gt]=1 union select 1",
    "include=author'--",
    "fields=excerpt'--",
  ])("trust 9: SQL in a key, operator, list or sort is a 400: %s", (text) => {
    expect(issuesOf(text).length).toBeGreaterThan(0);
  });

  test.each([
    "where[title][eq][a]=1",
    "where[title]=1",
    "sort[]=title",
    "search[x]=1",
    "cursor[0]=x",
    "fields[]=a",
    "include[a][b]=c",
  ])("trust 10: an object or a list where one value is due is a 400: %s", (text) => {
    expect(issuesOf(text)).toHaveLength(1);
  });

  it("never throws and names a place, whatever is sent", () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        "where[",
        "][",
        "]=",
        "fields.",
        "title",
        "limit=",
        "&",
        "sort=",
        "%",
        "%00",
        "include=",
        "author",
        ",",
        ".",
        "\\",
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const { query, issues } = parseQuery(model, type, pieces.join(""));
        expect(query === undefined).toBe((issues ?? []).length > 0);
      }),
    );
  });
});
