import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorkspace, type Workspace } from "../../testing/workspace.js";
import { createField } from "./create-field.js";
import { deleteField, restoreField } from "./delete-field.js";
import { deleteType, restoreType } from "./delete-type.js";
import { publishModel } from "./publish-model.js";
import { orderFields } from "./reorder.js";
import { updateField } from "./update-field.js";
import { updateType } from "./update-type.js";

let workspace: Workspace;
beforeAll(async () => {
  workspace = await createWorkspace();
});
afterAll(() => workspace.close());

const scope = () => [workspace.runChange, workspace.organizationId, workspace.owner] as const;
const published = async (slug: string) =>
  publishModel(await workspace.model()).types.find((type) => type.slug === slug);

describe("names", () => {
  it("makes slugs and keys from names, and the next free one when taken", async () => {
    const type = await workspace.createType({
      name: "Über uns & Mehr",
      kind: "collection",
      fields: [
        { name: "Erstes Feld", type: "text" },
        { name: "Erstes Feld!", type: "text" },
        { name: "42", type: "number" },
        { name: "日本", type: "text" },
        { name: "constructor", type: "text" },
      ],
    });
    expect(type.slug).toBe("uber-uns-mehr");
    expect(type.fields.map((field) => field.key)).toEqual([
      "erstes_feld",
      "erstes_feld_2",
      "field",
      "field_2",
      "constructor_2",
    ]);
  });

  it.each([
    "Title",
    "_x",
    "a-b",
    "9a",
    "",
    "a".repeat(64),
    "__proto__",
    "constructor",
    "a'; drop table fields;--",
  ])("trust 11: refuses the key %j and names what keys look like", async (key) => {
    const type = await workspace.createType({ name: `Refuses ${key.slice(0, 5)}`, kind: "collection" });
    await expect(createField(...scope(), type.slug, { name: "X", key, type: "text" })).rejects.toMatchObject({
      code: "BAD_REQUEST",
      data: { issues: [{ path: "key" }] },
    });
  });

  it("says which field of a new type is wrong, and creates nothing", async () => {
    const attempt = workspace.createType({
      name: "Half",
      kind: "collection",
      fields: [
        { name: "Fine", type: "text" },
        { name: "Points nowhere", type: "reference", collection: "nothing" },
      ],
    });
    await expect(attempt).rejects.toThrow('`fields[1]`: No content type "nothing"');
    expect(await published("half")).toBeUndefined();
  });
});

describe("a renamed key", () => {
  it("stays as an alias that says who, when, why and what instead", async () => {
    await workspace.createType({
      name: "Books",
      kind: "collection",
      fields: [{ name: "Blurb", type: "text" }],
    });
    await updateField(...scope(), "books", "blurb", { key: "summary", note: "One word for all types" });
    expect((await published("books"))?.fields).toEqual([
      { key: "summary", name: "Blurb", type: "text", options: [] },
      {
        key: "blurb",
        name: "Blurb",
        type: "text",
        options: [],
        deprecated: {
          reason: "renamed",
          at: expect.any(String),
          by: "Olive Owner",
          note: "One word for all types",
          renamedTo: "summary",
        },
      },
    ]);
  });

  it("points every alias of a chain at the newest key", async () => {
    await updateField(...scope(), "books", "summary", { key: "abstract" });
    const fields = (await published("books"))?.fields ?? [];
    expect(fields.map((field) => [field.key, field.deprecated?.renamedTo])).toEqual([
      ["abstract", undefined],
      ["blurb", "abstract"],
      ["summary", "abstract"],
    ]);
  });

  it("may come back to its own field, and then is no alias any more", async () => {
    await updateField(...scope(), "books", "abstract", { key: "blurb" });
    const fields = (await published("books"))?.fields ?? [];
    expect(fields.map((field) => field.key)).toEqual(["blurb", "summary", "abstract"]);
    expect(fields[0]?.deprecated).toBeUndefined();
  });

  it("is never handed to another field", async () => {
    await expect(
      createField(...scope(), "books", { name: "Other", key: "summary", type: "text" }),
    ).rejects.toThrow(
      'The key "summary" of "books" still answers for "blurb", which was renamed. Choose another key.',
    );
    const other = await createField(...scope(), "books", { name: "Summary", type: "text" });
    expect(other.key).toBe("summary_2");
  });
});

describe("a deleted field", () => {
  it("stays with its deprecated record, and comes back with one call", async () => {
    await workspace.createType({
      name: "Films",
      kind: "collection",
      fields: [{ name: "Year", type: "number" }],
    });
    await deleteField(...scope(), "films", "year", "In the title already");
    expect((await published("films"))?.fields[0]).toMatchObject({
      key: "year",
      deprecated: { reason: "deleted", note: "In the title already", by: "Olive Owner" },
    });
    await restoreField(...scope(), "films", "year");
    expect((await published("films"))?.fields[0]?.deprecated).toBeUndefined();
  });

  it("keeps its key from others, and says how to get it", async () => {
    await deleteField(...scope(), "films", "year", undefined);
    await expect(
      createField(...scope(), "films", { name: "Year", key: "year", type: "text" }),
    ).rejects.toThrow(
      'belongs to the deleted field "Year", which readers still get. Restore that field or choose another key.',
    );
    await expect(updateField(...scope(), "films", "year", { name: "Jahr" })).rejects.toThrow(
      "Restore it first.",
    );
  });
});

describe("a content type", () => {
  it("answers to its old slug after a move, and to its own after a deletion", async () => {
    await workspace.createType({ name: "News", kind: "collection" });
    await updateType(...scope(), "news", { slug: "articles" });
    expect(await published("news")).toMatchObject({
      deprecated: { reason: "renamed", renamedTo: "articles" },
    });
    await deleteType(...scope(), "articles", undefined);
    expect(await published("articles")).toMatchObject({ deprecated: { reason: "deleted" } });
    await expect(workspace.createType({ name: "News", slug: "news", kind: "map" })).rejects.toThrow(
      'The slug "news" belongs to the deleted type "News"',
    );
    await restoreType(...scope(), "articles");
    expect((await published("articles"))?.deprecated).toBeUndefined();
  });

  it("has its fields in the order that was set, those left out behind", async () => {
    const fields = ["A", "B", "C"].map((name) => ({ name, type: "text" as const }));
    await workspace.createType({ name: "Ordered", kind: "collection", fields });
    await orderFields(...scope(), "ordered", ["c", "a"]);
    expect((await published("ordered"))?.fields.map((field) => field.key)).toEqual(["c", "a", "b"]);
    await expect(orderFields(...scope(), "ordered", ["a", "a"])).rejects.toThrow("named twice");
  });
});

describe("options", () => {
  it("keep their id through a rename, so that no entry is written", async () => {
    const type = await workspace.createType({
      name: "Tasks",
      kind: "collection",
      fields: [
        { name: "State", type: "select", options: [{ name: "Open" }, { name: "Done", color: "green" }] },
      ],
    });
    const [open, done] = type.fields[0]!.options;
    const task = await workspace.create("tasks", "Sweep", { state: "Open" });
    await updateField(...scope(), "tasks", "state", {
      options: [{ id: done!.id, name: "Finished" }, { id: open!.id, name: "To do" }, { name: "Later" }],
    });
    const [same] = await workspace.write({
      do: "update",
      entry: task.id,
      version: task.version,
      title: "Sweep",
    });
    expect(same).toMatchObject({ version: 1, fields: { state: "To do" } });
  });

  it("cannot go while entries hold them, nor be there twice", async () => {
    await expect(updateField(...scope(), "tasks", "state", { options: [{ name: "Later" }] })).rejects.toThrow(
      'The option "To do" of "state" is held by 1 entry',
    );
    await expect(
      updateField(...scope(), "tasks", "state", { options: [{ name: "To do" }, { name: "to DO" }] }),
    ).rejects.toThrow("is there twice");
  });
});

it("every change of the model raises its revision by one, whoever races", async () => {
  await workspace.createType({ name: "Raced", kind: "collection" });
  const before = (await workspace.model()).revision;
  const names = ["One", "Two", "Three", "Four", "Five"];
  await Promise.all(
    names.map((name) =>
      createField(...scope(), "raced", { name: "Same", key: undefined, type: "text" }).then(() => name),
    ),
  );
  const model = await workspace.model();
  expect(model.revision).toBe(before + names.length);
  expect(model.typeBySlug.get("raced")?.fields.map((field) => field.key)).toEqual([
    "same",
    "same_2",
    "same_3",
    "same_4",
    "same_5",
  ]);
});
