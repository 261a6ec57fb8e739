import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../db/new-id.js";
import { createWorkspace, type Workspace } from "../../../testing/workspace.js";
import type { Model, ModelType } from "../../model/model.js";
import { readCursor, writeCursor } from "./cursor.js";
import { parseQuery } from "./parse-query.js";

let workspace: Workspace;
let model: Model;
let type: ModelType;
beforeAll(async () => {
  workspace = await createWorkspace();
  await workspace.createType({
    name: "Posts",
    kind: "collection",
    fields: [
      { name: "Excerpt", type: "text" },
      { name: "Price", type: "number" },
    ],
  });
  await workspace.createType({ name: "Pages", kind: "collection", fields: [] });
  model = await workspace.model();
  type = model.typeBySlug.get("posts")!;
});
afterAll(() => workspace.close());

const parsed = (text: string, of = type) => parseQuery(model, of, text).query!;

describe("a cursor", () => {
  it("is read as it was written, with any text, number and emptiness", () => {
    const query = parsed("sort=fields.excerpt,-fields.price,createdAt");
    fc.assert(
      fc.property(
        fc.option(fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\0"))),
        fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
        fc.date({
          min: new Date("0001-01-02T00:00:00Z"),
          max: new Date("9999-01-01T00:00:00Z"),
          noInvalidDate: true,
        }),
        (text, number, date) => {
          const position = {
            values: [text, number === null ? null : number + 0, date.toISOString()],
            id: newId("entry"),
          };
          const cursor = writeCursor(type, query, position);
          expect(cursor).toMatch(/^[\w-]+$/);
          expect(readCursor(type, query, cursor)).toEqual({ position });
        },
      ),
    );
  });

  it("serves its own query alone, whatever the limit is", () => {
    const of = (text: string) => writeCursor(type, parsed(text), { values: ["a"], id: newId("entry") });
    const cursor = of("sort=title&where[fields.price][gt]=1&limit=3");
    for (const text of [
      "sort=-title&where[fields.price][gt]=1",
      "sort=title&where[fields.price][gt]=2",
      "sort=title&where[fields.price][gte]=1",
      "sort=title",
      "sort=title&where[fields.price][gt]=1&search=oak",
      "sort=title&where[fields.price][gt]=1&fields=price",
    ])
      expect(readCursor(type, parsed(text), cursor), text).toMatchObject({
        message: expect.stringContaining("belongs to another query"),
      });
    const same = parsed("limit=7&where[fields.price][gt]=1&sort=title");
    expect(readCursor(type, same, cursor)).toHaveProperty("position");
  });

  it("serves its own type alone", () => {
    const pages = model.typeBySlug.get("pages")!;
    const cursor = writeCursor(type, parsed(""), {
      values: ["2026-01-01T00:00:00.000Z"],
      id: newId("entry"),
    });
    expect(readCursor(pages, parsed("", pages), cursor)).toHaveProperty("message");
  });

  it("trust 9: that was changed anywhere is refused", () => {
    const query = parsed("sort=fields.excerpt");
    const cursor = writeCursor(type, query, { values: ["O'Brien"], id: newId("entry") });
    fc.assert(
      fc.property(fc.nat(cursor.length - 1), fc.constantFrom(..."abcXYZ019-_'%="), (at, character) => {
        const changed = cursor.slice(0, at) + character + cursor.slice(at + 1);
        if (changed !== cursor) expect(readCursor(type, query, changed)).toHaveProperty("message");
      }),
    );
    for (const text of [
      "",
      "x",
      "'; drop table entries;--",
      `${cursor}A`,
      `${cursor}=`,
      cursor.slice(1),
      "A".repeat(20_000),
    ])
      expect(readCursor(type, query, text)).toHaveProperty("message");
  });

  it("trust 9: that somebody made up with the right checksum still has to fit", () => {
    const query = parsed("sort=fields.price");
    const forge = (values: unknown[], id: string) =>
      writeCursor(type, query, { values: values as never, id: id as never });
    for (const [values, id] of [
      [["1; select 1"], newId("entry")],
      [[{}], newId("entry")],
      [[[1]], newId("entry")],
      [[1, 2], newId("entry")],
      [[], newId("entry")],
      [[1], "ent_'; drop table entries"],
      [[true], newId("entry")],
    ] as const)
      expect(readCursor(type, query, forge([...values], id))).toHaveProperty("message");
    const byDate = parsed("sort=createdAt");
    for (const value of ["yesterday", "2026-02-30T00:00:00.000Z", "0000-01-01T00:00:00.000Z", 3, null]) {
      const cursor = writeCursor(type, byDate, { values: [value], id: newId("entry") });
      expect(readCursor(type, byDate, cursor)).toHaveProperty("message");
    }
  });
});
