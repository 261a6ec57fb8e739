import type { OrganizationId } from "@lintel/contract";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { entries, entryIndex, entryVersions } from "../../db/schema/index.js";
import { createWorkspace, type Workspace } from "../../testing/workspace.js";
import { listEntries } from "../entries/store.js";
import { createField } from "../model/create-field.js";
import { deleteField, restoreField } from "../model/delete-field.js";
import { deleteType } from "../model/delete-type.js";
import { publishModel } from "../model/publish-model.js";
import { updateField } from "../model/update-field.js";
import { updateType } from "../model/update-type.js";
import { completeAction } from "./complete-action.js";
import { dryRun } from "./dry-run.js";
import { listActions, readAction } from "./store.js";

let workspace: Workspace;
beforeAll(async () => {
  workspace = await createWorkspace();
});
afterAll(() => workspace.close());

const scope = () => [workspace.runChange, workspace.organizationId, workspace.owner] as const;
const openActions = async (name: string) =>
  (await listActions(workspace.database, workspace.organizationId, { limit: 200, state: "open" })).filter(
    (action) => action.name === name,
  );
const complete = async (name: string) => completeAction(...scope(), (await openActions(name))[0]!.id);
const publishedKeys = async (slug: string) =>
  publishModel(await workspace.model())
    .types.find((type) => type.slug === slug)
    ?.fields.map((field) => field.key);

describe("completing a rename", () => {
  it("removes the old key and leaves the field's value alone", async () => {
    await workspace.createType({
      name: "Books",
      kind: "collection",
      fields: [{ name: "Blurb", type: "text" }],
    });
    const book = await workspace.create("books", "Lintels", { blurb: "On stone" });
    await updateField(...scope(), "books", "blurb", { key: "summary" });
    expect(await publishedKeys("books")).toEqual(["summary", "blurb"]);
    await complete("blurb");
    expect(await publishedKeys("books")).toEqual(["summary"]);
    const [same] = await workspace.write({ do: "update", entry: book.id, version: 1, title: "Lintels" });
    expect(same).toMatchObject({ version: 1, fields: { summary: "On stone" } });
  });

  it("never gives the old key away, not even after", async () => {
    await expect(
      createField(...scope(), "books", { name: "Blurb", key: "blurb", type: "text" }),
    ).rejects.toThrow("A key is never used twice: choose another.");
    await expect(updateField(...scope(), "books", "summary", { key: "blurb" })).rejects.toThrow(
      "never used twice",
    );
  });

  it("is withdrawn when the old key becomes the canonical one again", async () => {
    await updateField(...scope(), "books", "summary", { key: "abstract" });
    await updateField(...scope(), "books", "abstract", { key: "summary" });
    expect(await openActions("summary")).toEqual([]);
    expect(await openActions("abstract")).toHaveLength(1);
  });
});

describe("completing a deletion", () => {
  it("says first what goes, then erases field, values, history, index, words and all its keys", async () => {
    await workspace.createType({
      name: "Films",
      kind: "collection",
      fields: [
        { name: "Plot", type: "text" },
        { name: "Year", type: "number" },
      ],
    });
    const film = await workspace.create("films", "Doorway", { plot: "Xylophone heist", year: 1999 });
    await updateField(...scope(), "films", "plot", { key: "story" });
    const field = await deleteField(...scope(), "films", "story", undefined);
    const [action] = await openActions("story");
    expect(await dryRun(workspace.database, await workspace.model(), action!)).toEqual({
      entries: 1,
      versions: 1,
      references: 0,
      names: ["story", "plot"],
      blockedBy: [],
    });

    await complete("story");
    expect(await publishedKeys("films")).toEqual(["year"]);
    expect(await openActions("plot")).toEqual([]);
    for (const table of [entries, entryVersions]) {
      expect(await workspace.database.$count(table, sql`${table.values} ? ${field.id}`)).toBe(0);
    }
    expect(await workspace.database.$count(entryIndex, eq(entryIndex.fieldId, field.id))).toBe(0);
    const type = (await workspace.model()).typeBySlug.get("films")!;
    const search = (words: string) =>
      listEntries(workspace.database, workspace.organizationId, type.id, {
        limit: 5,
        deleted: false,
        search: words,
      });
    expect(await search("xylophone")).toEqual([]);
    expect((await search("doorway"))[0]).toMatchObject({ id: film.id, version: 1 });
    for (const key of ["story", "plot"]) {
      await expect(createField(...scope(), "films", { name: "X", key, type: "text" })).rejects.toThrow(
        "never used twice",
      );
    }
  });

  it("is withdrawn by restoring the field", async () => {
    await deleteField(...scope(), "films", "year", undefined);
    const [action] = await openActions("year");
    await restoreField(...scope(), "films", "year");
    expect(await readAction(workspace.database, workspace.organizationId, action!.id)).toMatchObject({
      state: "withdrawn",
    });
    await expect(completeAction(...scope(), action!.id)).rejects.toThrow("This Action is withdrawn already.");
  });
});

describe("completing the deletion of a type", () => {
  it("waits for the fields that point to it, and names them", async () => {
    await workspace.createType({ name: "Authors", kind: "collection" });
    await workspace.createType({
      name: "Posts",
      kind: "collection",
      fields: [{ name: "Author", type: "reference", collection: "authors" }],
    });
    const author = await workspace.create("authors", "Ida");
    await workspace.create("posts", "One", { author: author.id });
    await updateType(...scope(), "authors", { slug: "writers" });
    await deleteType(...scope(), "writers", undefined);
    const [action] = await openActions("writers");
    expect(await dryRun(workspace.database, await workspace.model(), action!)).toMatchObject({
      entries: 1,
      references: 1,
      names: ["writers", "authors"],
    });
    await expect(complete("writers")).rejects.toThrow(
      'Delete the field "author" of "posts", which points to "writers"',
    );
    await deleteField(...scope(), "posts", "author", undefined);
    await complete("author");
    await complete("writers");
    expect(publishModel(await workspace.model()).types.map((type) => type.slug)).not.toContain("writers");
    expect(await workspace.database.$count(entries, eq(entries.id, author.id))).toBe(0);
    for (const slug of ["writers", "authors"]) {
      await expect(workspace.createType({ name: "X", slug, kind: "map" })).rejects.toThrow(
        "A slug is never used twice",
      );
    }
  });
});

it("trust 1: an Action of another organization answers like one that does not exist", async () => {
  await workspace.createType({ name: "Own", kind: "collection", fields: [{ name: "F", type: "text" }] });
  await deleteField(...scope(), "own", "f", undefined);
  const [action] = await openActions("f");
  const elsewhere: OrganizationId = await workspace.addOrganization();
  const stranger = await workspace.addMember("Stranger", elsewhere);
  await expect(completeAction(workspace.runChange, elsewhere, stranger, action!.id)).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  expect(await publishedKeys("own")).toEqual(["f"]);
});
