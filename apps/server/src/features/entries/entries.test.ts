import type { ManagedEntry } from "@lintel/contract/management";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../db/new-id.js";
import { auditRecords, entries, entryIndex, entryVersions, revisions } from "../../db/schema/index.js";
import { createWorkspace, type Workspace } from "../../testing/workspace.js";
import { convertField } from "../model/convert-field.js";
import { createField } from "../model/create-field.js";
import { createType } from "../model/create-type.js";
import { deleteField } from "../model/delete-field.js";
import { publishModel } from "../model/publish-model.js";
import { updateField } from "../model/update-field.js";
import { toInputs } from "./entry-state.js";
import { purgeDeletedEntries, purgeFolded } from "./purge-deleted-entries.js";
import { restoreEntry, restoreVersion } from "./restore-entry.js";
import { listEntries } from "./store.js";
import { listVersions } from "./store-versions.js";
import { writeEntries } from "./write-entries.js";

let workspace: Workspace;
beforeAll(async () => {
  workspace = await createWorkspace();
  await workspace.createType({
    name: "Authors",
    kind: "collection",
    fields: [{ name: "Bio", type: "rich_text" }],
  });
  await workspace.createType({
    name: "Posts",
    kind: "collection",
    fields: [
      { name: "Excerpt", type: "text" },
      { name: "Words", type: "number" },
      { name: "Body", type: "rich_text" },
      { name: "Author", type: "reference", collection: "authors" },
      { name: "Cover", type: "asset" },
      { name: "Editor", type: "person" },
      { name: "Tags", type: "multi_select", options: [{ name: "Oak" }, { name: "Brick" }] },
    ],
  });
});
afterAll(() => workspace.close());

const scope = () => [workspace.runChange, workspace.organizationId, workspace.owner] as const;
const versionsOf = (id: Parameters<typeof listVersions>[2]) =>
  listVersions(workspace.database, workspace.organizationId, id, { limit: 100 });

describe("writing", () => {
  it("keeps what it was sent, and gives it back in the form that can be sent again", async () => {
    const author = await workspace.create("authors", "Ida Quill");
    const post = await workspace.create("posts", "Over the door", {
      excerpt: "What a lintel carries.",
      words: 420,
      body: { markdown: "**Stone** first." },
      author: author.id,
      tags: ["Brick"],
    });
    expect(post).toMatchObject({
      slug: "over-the-door",
      version: 1,
      createdBy: { name: "Olive Owner" },
      fields: {
        excerpt: "What a lintel carries.",
        words: 420,
        author: author.id,
        tags: ["Brick"],
        cover: null,
      },
    });
    const [again] = await workspace.write({ do: "update", entry: post.id, version: 1, fields: post.fields });
    expect(again?.version).toBe(1);
  });

  it("names field and value of everything that is wrong, and writes nothing", async () => {
    const before = await workspace.database.$count(entries);
    const attempt = workspace.create("posts", "Wrong", {
      excerpt: 7,
      words: "many",
      titel: "x",
      tags: ["Slate"],
    });
    await expect(attempt).rejects.toMatchObject({
      code: "BAD_REQUEST",
      data: {
        issues: [
          { path: "fields.excerpt", message: "Expected text, got the number 7." },
          { path: "fields.words", message: 'Expected a number, got the text "many".' },
          {
            path: "fields.titel",
            message:
              '"posts" has no field "titel". Fields: excerpt, words, body, author, cover, editor, tags.',
          },
          { path: "fields.tags", message: 'Unknown option "Slate". Options: Oak, Brick.' },
        ],
      },
    });
    expect(await workspace.database.$count(entries)).toBe(before);
  });

  it("trust 2: refuses references, assets and people of another organization like ones that do not exist", async () => {
    const elsewhere = await workspace.addOrganization();
    const stranger = await workspace.addMember("Stranger", elsewhere);
    await createType(workspace.runChange, elsewhere, stranger, { name: "Authors", kind: "collection" });
    const [foreign] = await writeEntries(workspace, elsewhere, stranger, [
      { do: "create", type: "authors", title: "Foreign" },
    ]);
    const before = await workspace.database.$count(entries);
    const messageFor = async (fields: Record<string, unknown>) =>
      workspace.create("posts", "Leak", fields).then(
        () => "written",
        (error: Error) => error.message.replace(/(ent|ast|usr)_\w{26}/, "$1_…"),
      );
    expect(await messageFor({ author: foreign!.id })).toBe(await messageFor({ author: newId("entry") }));
    expect(await messageFor({ editor: stranger.userId })).toBe(await messageFor({ editor: newId("user") }));
    expect(await messageFor({ cover: newId("asset") })).toContain("There is no asset");
    expect(await workspace.database.$count(entries)).toBe(before);
  });

  it("refuses an entry of another type than the field points to", async () => {
    const post = await workspace.create("posts", "Not an author");
    await expect(workspace.create("posts", "Mixed", { author: post.id })).rejects.toThrow(
      "is not of the type",
    );
  });

  it("takes an old key for its field, but not both at once", async () => {
    await workspace.createType({
      name: "Renames",
      kind: "collection",
      fields: [{ name: "Old", type: "text" }],
    });
    await updateField(...scope(), "renames", "old", { key: "new" });
    expect(await workspace.create("renames", "One", { old: "x" })).toMatchObject({ fields: { new: "x" } });
    await expect(workspace.create("renames", "Two", { old: "x", new: "y" })).rejects.toThrow(
      'Send it once, as "new".',
    );
  });

  it("refuses values for a deleted field, and keeps those it has", async () => {
    await workspace.createType({
      name: "Drops",
      kind: "collection",
      fields: [{ name: "Gone", type: "text" }],
    });
    const entry = await workspace.create("drops", "Has it", { gone: "still here" });
    const field = await deleteField(...scope(), "drops", "gone", undefined);
    await expect(workspace.create("drops", "Late", { gone: "x" })).rejects.toThrow("takes no new values");
    await workspace.write({ do: "update", entry: entry.id, version: 1, title: "Has it still" });
    const [row] = await workspace.database.select().from(entries).where(eq(entries.id, entry.id));
    expect(row?.values[field.id]).toBe("still here");
  });
});

it("finds words in any script, whatever stands around them", async () => {
  await workspace.createType({
    name: "Words",
    kind: "collection",
    fields: [{ name: "Body", type: "rich_text" }],
  });
  const entry = await workspace.create("words", "«Crème brûlée»—наличник", {
    body: { markdown: "“Übermut”…и、日本" },
  });
  const { id } = (await workspace.model()).typeBySlug.get("words")!;
  for (const search of ["creme", "BRÛLÉE", "наличник", "ubermut", "日本", "creme-brulee"]) {
    const found = await listEntries(workspace.database, workspace.organizationId, id, {
      limit: 5,
      deleted: false,
      search,
    });
    expect(
      found.map((row) => row.id),
      search,
    ).toEqual([entry.id]);
  }
});

it("does not wait for connections that writers hold, also when the model has just changed", async () => {
  await workspace.createType({ name: "Crowds", kind: "collection", fields: [] });
  // More writers than connections, and none has the model yet.
  const made = await Promise.all(
    Array.from({ length: 40 }, (_, at) => workspace.create("crowds", `Writer ${at}`)),
  );
  expect(made).toHaveLength(40);
});

describe("slugs", () => {
  it("are made from titles, each once, whoever races", async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => workspace.create("posts", "Same title")));
    expect(made.map((entry) => entry.slug).sort()).toEqual([
      "same-title",
      "same-title-2",
      "same-title-3",
      "same-title-4",
      "same-title-5",
      "same-title-6",
    ]);
  });

  it.each(["Upper", "two--hyphens", "a/b", "../x", "", "a b", "x".repeat(201)])(
    "cannot be %j",
    async (slug) => {
      await expect(workspace.write({ do: "create", type: "posts", title: "T", slug })).rejects.toThrow(
        "cannot be a slug",
      );
    },
  );

  it("that are taken name who has them", async () => {
    await expect(
      workspace.write({ do: "create", type: "posts", title: "T", slug: "same-title" }),
    ).rejects.toThrow('The slug "same-title" of "posts" is taken by "Same title".');
  });
});

describe("a stale write", () => {
  it("is refused with what changed since, and by whom", async () => {
    const post = await workspace.create("posts", "Contested", { words: 1, excerpt: "a" });
    const other = await workspace.addMember("Otto Other");
    await writeEntries(workspace, workspace.organizationId, other, [
      { do: "update", entry: post.id, version: 1, fields: { words: 2 } },
    ]);
    await expect(
      workspace.write({ do: "update", entry: post.id, version: 1, fields: { excerpt: "b" } }),
    ).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("Changed since: words. Merge, and send version 2."),
      data: {
        version: 2,
        updatedBy: { id: other.userId, name: "Otto Other" },
        changed: [{ key: "words", was: 1, now: 2 }],
      },
    });
  });

  it("never overwrites: of many writers with one version, one wins", async () => {
    const post = await workspace.create("posts", "Raced", { words: 0 });
    const results = await Promise.allSettled(
      [1, 2, 3, 4, 5].map((words) =>
        workspace.write({ do: "update", entry: post.id, version: 1, fields: { words } }),
      ),
    );
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  });
});

describe("history", () => {
  it("folds a run of edits by one person within a minute, and begins anew with another person", async () => {
    const post = await workspace.create("posts", "Typing", { words: 1 });
    await workspace.write({ do: "update", entry: post.id, version: 1, fields: { words: 2 } });
    await workspace.write({ do: "update", entry: post.id, version: 2, fields: { words: 3 } });
    expect((await versionsOf(post.id)).map((row) => [row.version, row.kind])).toEqual([[3, "created"]]);
    const other = await workspace.addMember("Second Writer");
    await writeEntries(workspace, workspace.organizationId, other, [
      { do: "update", entry: post.id, version: 3, fields: { words: 4 } },
    ]);
    expect((await versionsOf(post.id)).map((row) => row.version)).toEqual([4, 3]);
  });

  it("still knows what a folded version held, for who read it", async () => {
    const post = await workspace.create("posts", "Folded", { words: 1, excerpt: "kept" });
    await workspace.write({ do: "update", entry: post.id, version: 1, fields: { words: 2 } });
    await workspace.write({ do: "update", entry: post.id, version: 2, fields: { words: 3 } });
    await expect(
      workspace.write({ do: "update", entry: post.id, version: 2, fields: { excerpt: "x" } }),
    ).rejects.toMatchObject({
      message: expect.stringMatching(/^You changed .* Changed since: words\./),
      data: { changed: [{ key: "words", was: 2, now: 3 }] },
    });
    const restored = await restoreVersion(
      workspace,
      workspace.organizationId,
      workspace.owner,
      post.id,
      1,
      3,
    );
    expect(restored.fields).toMatchObject({ words: 1, excerpt: "kept" });
    await purgeFolded(workspace.database, new Date(Date.now() + 25 * 3_600_000));
    expect(await workspace.database.$count(entryVersions, eq(entryVersions.folded, true))).toBe(0);
    expect((await versionsOf(post.id)).map((row) => row.version)).toEqual([4, 3]);
  });

  it("does not fold past a minute", async () => {
    const post = await workspace.create("posts", "Slow", { words: 1 });
    const ofPost = eq(entryVersions.entryId, post.id);
    await workspace.database
      .update(entryVersions)
      .set({ at: new Date(Date.now() - 61_000) })
      .where(ofPost);
    await workspace.write({ do: "update", entry: post.id, version: 1, fields: { words: 2 } });
    expect((await versionsOf(post.id)).map((row) => row.version)).toEqual([2, 1]);
  });

  it("brings an old version back as a new one", async () => {
    const post = await workspace.create("posts", "First", { words: 1 });
    const other = await workspace.addMember("Third Writer");
    await writeEntries(workspace, workspace.organizationId, other, [
      { do: "update", entry: post.id, version: 1, title: "Second", fields: { words: 2 } },
    ]);
    const restored = await restoreVersion(
      workspace,
      workspace.organizationId,
      workspace.owner,
      post.id,
      1,
      2,
    );
    expect(restored).toMatchObject({ title: "First", version: 3, fields: { words: 1 } });
    expect((await versionsOf(post.id)).map((row) => row.kind)).toEqual(["restored", "updated", "created"]);
  });
});

describe("an old version after the model changed", () => {
  const byAnother = async (id: ManagedEntry["id"], version: number, fields: Record<string, unknown>) => {
    const other = await workspace.addMember("Changing Writer");
    await writeEntries(workspace, workspace.organizationId, other, [
      { do: "update", entry: id, version, fields },
    ]);
  };
  const restore = (id: ManagedEntry["id"], version: number, seen: number) =>
    restoreVersion(workspace, workspace.organizationId, workspace.owner, id, version, seen);

  it("brings a value back through a change of its field's type", async () => {
    await workspace.createType({
      name: "Sizes",
      kind: "collection",
      fields: [{ name: "Size", type: "number" }],
    });
    const entry = await workspace.create("sizes", "One", { size: 7 });
    await byAnother(entry.id, 1, { size: 8 });
    await convertField(...scope(), "sizes", "size", { to: "text" });
    expect((await restore(entry.id, 1, 2)).fields).toEqual({ size_2: "7" });
  });

  it("leaves fields alone that came later", async () => {
    await workspace.createType({ name: "Grows", kind: "collection", fields: [{ name: "A", type: "text" }] });
    const entry = await workspace.create("grows", "One", { a: "old" });
    await createField(...scope(), "grows", { name: "B", type: "text" });
    await byAnother(entry.id, 1, { a: "new", b: "kept" });
    expect((await restore(entry.id, 1, 2)).fields).toEqual({ a: "old", b: "kept" });
  });

  it("still names an option that is gone, and says so when it cannot come back", async () => {
    const options = [{ name: "Red" }, { name: "Blue" }];
    await workspace.createType({
      name: "Paints",
      kind: "collection",
      fields: [{ name: "Hue", type: "select", options }],
    });
    const entry = await workspace.create("paints", "One", { hue: "Red" });
    await byAnother(entry.id, 1, { hue: "Blue" });
    await updateField(...scope(), "paints", "hue", { options: [{ name: "Blue" }] });
    const type = (await workspace.model()).typeBySlug.get("paints")!;
    const versions = await versionsOf(entry.id);
    expect(versions.map((row) => toInputs(type, row).hue)).toEqual(["Blue", "Red"]);
    await expect(restore(entry.id, 1, 2)).rejects.toThrow('Unknown option "Red". Options: Blue.');
    expect(
      publishModel(await workspace.model()).types.find(({ slug }) => slug === "paints")?.fields[0]?.options,
    ).toHaveLength(1);
  });
});

describe("deleting", () => {
  it("keeps the entry for 30 days, and restoring it needs its slug", async () => {
    const post = await workspace.create("posts", "Passing");
    await workspace.write({ do: "delete", entry: post.id, version: 1 });
    const second = await workspace.create("posts", "Passing");
    expect(second.slug).toBe("passing");
    const restore = () => restoreEntry(workspace, workspace.organizationId, workspace.owner, post.id);
    await expect(restore()).rejects.toThrow('The slug "passing" went to "Passing" meanwhile.');
    await workspace.write({ do: "update", entry: second.id, version: 1, slug: "passing-on" });
    expect(await restore()).toMatchObject({ slug: "passing", deletedAt: null, version: 3 });
  });

  it("ends for good after 30 days, with history and index", async () => {
    const old = await workspace.create("posts", "Old", { words: 1 });
    const recent = await workspace.create("posts", "Recent", { words: 1 });
    await workspace.write(
      { do: "delete", entry: old.id, version: 1 },
      { do: "delete", entry: recent.id, version: 1 },
    );
    const days = (count: number) => new Date(Date.now() - count * 86_400_000);
    await workspace.database
      .update(entries)
      .set({ deletedAt: days(31) })
      .where(eq(entries.id, old.id));
    expect(await purgeDeletedEntries(workspace.database, new Date())).toBe(1);
    for (const table of [entryVersions, entryIndex]) {
      expect(await workspace.database.$count(table, eq(table.entryId, old.id))).toBe(0);
      expect(await workspace.database.$count(table, eq(table.entryId, recent.id))).toBeGreaterThan(0);
    }
  });

  it("is refused for a map's entry", async () => {
    const map = await workspace.createType({ name: "Home", kind: "map" });
    const [row] = await workspace.database.select().from(entries).where(eq(entries.typeId, map.id));
    await expect(workspace.write({ do: "delete", entry: row!.id, version: 1 })).rejects.toThrow(
      "keeps its one entry",
    );
    await expect(workspace.create("home", "Second")).rejects.toThrow("it has one entry");
  });
});

describe("many at once", () => {
  it("are written as one: a wrong one undoes all, and is named by its place", async () => {
    const before = await workspace.database.$count(entries);
    const attempt = workspace.write(
      { do: "create", type: "posts", title: "Fine" },
      { do: "create", type: "posts", title: "Wrong", fields: { words: "x" } },
    );
    await expect(attempt).rejects.toMatchObject({
      data: { issues: [{ path: "operations[1].fields.words" }] },
    });
    expect(await workspace.database.$count(entries)).toBe(before);
  });

  it("raise the content revision once, and leave an audit record each", async () => {
    const revision = async () =>
      (
        await workspace.database
          .select()
          .from(revisions)
          .where(eq(revisions.organizationId, workspace.organizationId))
      )[0]!;
    const before = await revision();
    const made = await workspace.write(
      { do: "create", type: "posts", title: "Bulk one" },
      { do: "create", type: "posts", title: "Bulk two" },
    );
    expect((await revision()).content).toBe(before.content + 1);
    for (const entry of made) {
      const [record] = await workspace.database
        .select()
        .from(auditRecords)
        .where(and(eq(auditRecords.subjectId, entry.id), eq(auditRecords.action, "entry.created")));
      expect(record).toMatchObject({ by: workspace.owner.userId, via: "studio" });
    }
  });
});

describe("changing a field's type", () => {
  it("happens in place where readers get the same shape, history included", async () => {
    await workspace.createType({
      name: "Plain",
      kind: "collection",
      fields: [{ name: "Mood", type: "select", options: [{ name: "Calm" }] }],
    });
    const entry = await workspace.create("plain", "One", { mood: "Calm" });
    const before = (await workspace.model()).typeBySlug.get("plain")!.fields[0]!;
    const after = await convertField(...scope(), "plain", "mood", { to: "text" });
    expect(after).toMatchObject({ id: before.id, key: "mood", type: "text" });
    const [row] = await workspace.database.select().from(entries).where(eq(entries.id, entry.id));
    expect(row).toMatchObject({ values: { [before.id]: "Calm" }, version: 1 });
    expect((await versionsOf(entry.id))[0]?.values).toEqual({ [before.id]: "Calm" });
  });

  it("moves the values to a new key where the shape changes, and the old key lives on as deleted", async () => {
    await workspace.createType({
      name: "Prices",
      kind: "collection",
      fields: [{ name: "Price", type: "text" }],
    });
    const entry = await workspace.create("prices", "Chair", { price: "12.50" });
    const after = await convertField(...scope(), "prices", "price", { to: "number" });
    expect(after).toMatchObject({ key: "price_2", type: "number", name: "Price" });
    const type = (await workspace.model()).typeBySlug.get("prices")!;
    expect(type.fieldByKey.get("price")?.deleted).toMatchObject({ replacedBy: "price_2" });
    const [row] = await workspace.database.select().from(entries).where(eq(entries.id, entry.id));
    expect(Object.values(row!.values)).toEqual(["12.50", 12.5]);
  });

  it("is refused with the entries named when a value does not convert, and changes nothing", async () => {
    await workspace.createType({
      name: "Costs",
      kind: "collection",
      fields: [{ name: "Cost", type: "text" }],
    });
    const fine = await workspace.create("costs", "Fine", { cost: "1" });
    const wrong = await workspace.create("costs", "Wrong", { cost: "a lot" });
    await expect(convertField(...scope(), "costs", "cost", { to: "number" })).rejects.toMatchObject({
      code: "CONFLICT",
      message:
        '"cost" cannot become "number": 1 of its values do not convert. "Wrong": "a lot" is no value of type "number". Nothing was changed.',
      data: { failed: 1, entries: [{ entry: wrong.id }] },
    });
    const [row] = await workspace.database.select().from(entries).where(eq(entries.id, fine.id));
    expect(Object.values(row!.values)).toEqual(["1"]);
  });
});
