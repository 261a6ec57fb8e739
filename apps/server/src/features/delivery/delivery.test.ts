import { entryListSchema, modelSchema, type OrganizationId, singleEntrySchema } from "@lintel/contract";
import type { ManagedEntry } from "@lintel/contract/management";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DeliveryServer, deliveryOrigin, startDeliveryServer } from "../../testing/delivery-server.js";
import { addPictures } from "../../testing/mixed-content.js";
import { createWorkspace, type Workspace } from "../../testing/workspace.js";
import { writeEntries } from "../entries/write-entries.js";
import { createType } from "../model/create-type.js";
import { deleteField } from "../model/delete-field.js";
import { deleteType } from "../model/delete-type.js";
import { updateField } from "../model/update-field.js";
import { updateType } from "../model/update-type.js";

let workspace: Workspace;
let server: DeliveryServer;
let foreign: OrganizationId;
const made: Record<string, ManagedEntry> = {};
const read = (path: string) => server.read(workspace.organizationId, path);
const titles = (body: { entries: { title: string }[] }) => body.entries.map(({ title }) => title);

beforeAll(async () => {
  workspace = await createWorkspace();
  server = await startDeliveryServer(workspace);
  foreign = await workspace.addOrganization();
  await workspace.createType({
    name: "Cities",
    kind: "collection",
    fields: [{ name: "River", type: "text" }],
  });
  await workspace.createType({
    name: "Authors",
    kind: "collection",
    fields: [
      { name: "Bio", type: "rich_text" },
      { name: "City", type: "reference", collection: "cities" },
      { name: "Friend", type: "reference", collection: "authors" },
    ],
  });
  await workspace.createType({
    name: "Posts",
    kind: "collection",
    fields: [
      { name: "Excerpt", type: "text" },
      { name: "Body", type: "rich_text" },
      { name: "Words", type: "number" },
      { name: "Done", type: "checkbox" },
      { name: "Day", type: "date" },
      { name: "Tone", type: "select", options: [{ name: "Essay" }] },
      { name: "Tags", type: "multi_select", options: [{ name: "Oak" }, { name: "Brick" }] },
      { name: "Link", type: "link" },
      { name: "Editor", type: "person" },
      { name: "Cover", type: "asset" },
      { name: "Author", type: "reference", collection: "authors" },
      { name: "Also by", type: "multi_reference", collection: "authors" },
    ],
  });
  await workspace.createType({ name: "Landing", kind: "map", fields: [{ name: "Claim", type: "text" }] });
  const [cover] = await addPictures(workspace, 1);
  const { create } = workspace;
  made.city = await create("cities", "Lyon", { river: "Rhône" });
  made.ida = await create("authors", "Ida", { bio: { markdown: "*Mason.*" }, city: made.city.id });
  made.ben = await create("authors", "Ben", { friend: made.ida.id });
  const { id, version } = made.ida;
  [made.ida] = (await workspace.write({
    do: "update",
    entry: id,
    version,
    fields: { friend: made.ben.id },
  })) as [ManagedEntry];
  made.gone = await create("authors", "Gone");
  made.full = await create("posts", "Over the door", {
    excerpt: "What it carries.",
    body: { markdown: "**Stone** first." },
    words: 420.5,
    done: false,
    day: "2026-03-04",
    tone: "Essay",
    tags: ["Brick", "Oak"],
    link: "/about",
    editor: workspace.owner.userId,
    cover,
    author: made.ida.id,
    also_by: [made.ben.id, made.gone.id, made.ida.id],
  });
  made.bare = await create("posts", "Nothing in it", { author: made.gone.id, also_by: [made.gone.id] });
  await workspace.write({ do: "delete", entry: made.gone.id, version: made.gone.version });
  await create("posts", "Thrown away").then(({ id, version }) =>
    workspace.write({ do: "delete", entry: id, version }),
  );
});
afterAll(async () => {
  await server.close();
  await workspace.close();
});

describe("a list", () => {
  it("carries the type and every value as its type reads, in the contract's form", async () => {
    const { status, body, headers } = await read("/content/posts");
    expect(status).toBe(200);
    expect(entryListSchema.parse(body)).toEqual(body);
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(headers.get("x-lintel-model-revision")).toMatch(/^\d+$/);
    expect(body.type).toMatchObject({ slug: "posts", kind: "collection" });
    const ida = { id: made.ida!.id, slug: "ida", title: "Ida" };
    const ben = { id: made.ben!.id, slug: "ben", title: "Ben" };
    expect(body.entries[0]).toEqual({
      id: made.full!.id,
      slug: "over-the-door",
      title: "Over the door",
      fields: {
        excerpt: "What it carries.",
        body: { html: "<p><strong>Stone</strong> first.</p>", markdown: "**Stone** first." },
        words: 420.5,
        done: false,
        day: "2026-03-04",
        tone: "Essay",
        tags: ["Brick", "Oak"],
        link: "/about",
        editor: { id: workspace.owner.userId, name: "Olive Owner" },
        cover: {
          id: made.full!.fields.cover,
          url: `${deliveryOrigin}/assets/${made.full!.fields.cover}/00000000/picture%200.png`,
          name: "picture 0.png",
          contentType: "image/png",
          size: 1000,
          width: 40,
          height: 30,
        },
        author: ida,
        also_by: [ben, ida],
      },
      createdAt: made.full!.createdAt,
      updatedAt: made.full!.updatedAt,
    });
  });

  it("has every key also where nothing is in it, and nothing of what was deleted", async () => {
    const { body } = await read("/content/posts");
    expect(titles(body)).toEqual(["Over the door", "Nothing in it"]);
    const { tags, also_by, ...rest } = body.entries[1].fields;
    expect([tags, also_by]).toEqual([[], []]);
    expect(Object.keys(rest)).toHaveLength(10);
    expect(Object.values(rest)).toEqual(Array(10).fill(null));
  });

  it("of a map is its one entry", async () => {
    const { body } = await read("/content/landing");
    expect(entryListSchema.parse(body).entries).toHaveLength(1);
    expect(body).toMatchObject({
      type: { kind: "map" },
      entries: [{ fields: { claim: null } }],
      nextCursor: null,
    });
  });

  it("carries only the fields that are asked for, and documents are none of them unless named", async () => {
    const { body } = await read("/content/posts?fields=words,tone");
    expect(entryListSchema.parse(body)).toEqual(body);
    expect(body.entries[0].fields).toEqual({ words: 420.5, tone: "Essay" });
    expect(body.type.fields).toHaveLength(12);
  });

  it("is found by words of the title and of every text, in any case and without accents", async () => {
    for (const [search, found] of [
      ["STONE", ["Over the door"]],
      ["door%20carries", ["Over the door"]],
      ["essay", ["Over the door"]],
      ["stone%20nothing", []],
      ["nothing", ["Nothing in it"]],
    ] as const)
      expect(titles((await read(`/content/posts?search=${search}`)).body), search).toEqual(found);
    expect(titles((await read("/content/cities?search=rhone")).body)).toEqual(["Lyon"]);
  });

  it("goes on from its cursor with the same query, and refuses it with another", async () => {
    const { body } = await read("/content/authors?limit=1&sort=-title");
    expect(titles(body)).toEqual(["Ida"]);
    const next = await read(`/content/authors?limit=1&sort=-title&cursor=${body.nextCursor}`);
    expect([titles(next.body), next.body.nextCursor]).toEqual([["Ben"], null]);
    const other = await read(`/content/authors?sort=title&cursor=${body.nextCursor}`);
    expect([other.status, other.body.data.issues[0].path]).toEqual([400, "cursor"]);
  });
});

describe("a single entry", () => {
  it("is read by its slug", async () => {
    const { body, status } = await read("/content/posts/over-the-door?fields=words");
    expect(status).toBe(200);
    expect(singleEntrySchema.parse(body)).toEqual(body);
    expect(body.entry).toMatchObject({ id: made.full!.id, fields: { words: 420.5 } });
  });

  it("that is not there, or was deleted, is a 404 in words", async () => {
    for (const slug of ["nothing-here", "thrown-away", "%27%3B--", "a".repeat(5_000)]) {
      const { status, body } = await read(`/content/posts/${slug}`);
      expect(status).toBe(404);
      expect(body).toEqual({
        defined: true,
        code: "NOT_FOUND",
        status: 404,
        message: 'No entry with that slug in "posts".',
      });
    }
  });
});

describe("an unknown type", () => {
  it("is a 404 in the documented words, whatever the query says", async () => {
    for (const path of [
      "/content/nothing",
      "/content/nothing/x",
      "/content/__proto__",
      "/content/POSTS?limit=x",
    ]) {
      const { status, body } = await read(path);
      expect([status, body.message]).toEqual([404, "No content type with that slug in this organization."]);
    }
  });
});

describe("the model", () => {
  it("is what the list's type is one of", async () => {
    const { body } = await read("/model");
    expect(modelSchema.parse(body)).toEqual(body);
    const list = await read("/content/posts?limit=1");
    expect(body.types).toContainEqual(list.body.type);
  });

  it("takes no parameters", async () => {
    expect((await read("/model?limit=1")).body.message).toContain("takes none");
  });
});

describe("references that are included", () => {
  it("carry the target's own values, level by level", async () => {
    const { body } = await read(
      "/content/posts?fields=author,also_by&include=author.city,also_by.friend.city",
    );
    expect(entryListSchema.parse(body)).toEqual(body);
    const { author, also_by } = body.entries[0].fields;
    const river = { river: "Rhône" };
    expect(author.fields).toMatchObject({
      bio: { html: "<p><em>Mason.</em></p>" },
      city: { title: "Lyon", fields: river },
      friend: { title: "Ben" },
    });
    expect(author.fields.friend).not.toHaveProperty("fields");
    expect(also_by.map((one: { title: string }) => one.title)).toEqual(["Ben", "Ida"]);
    expect(also_by[0].fields.friend.fields.city.fields).toEqual(river);
    expect(also_by[1].fields.friend.fields.city).toBeNull();
    expect(body.entries[1].fields).toEqual({ author: null, also_by: [] });
  });

  it("end where entries point to each other in a circle", async () => {
    const { body } = await read("/content/authors?include=friend");
    const [ida] = body.entries;
    expect(ida.fields.friend.fields.friend).toEqual({ id: ida.id, slug: "ida", title: "Ida" });
  });

  it("are the same in a list and in a single entry", async () => {
    const list = await read("/content/posts?include=author.friend");
    const single = await read("/content/posts/over-the-door?include=author.friend");
    expect(single.body.entry).toEqual(list.body.entries[0]);
  });
});

describe("names that changed", () => {
  it("go on answering: an alias with the live value, a deleted field with its last one, an old slug, a deleted type", async () => {
    const { runChange, organizationId, owner, create, write } = workspace;
    await workspace.createType({
      name: "Pages",
      kind: "collection",
      fields: [
        { name: "Intro", type: "text" },
        { name: "Rank", type: "number" },
      ],
    });
    const page = await create("pages", "About", { intro: "before", rank: 3 });
    await updateField(runChange, organizationId, owner, "pages", "intro", { key: "lead" });
    await deleteField(runChange, organizationId, owner, "pages", "rank", "Nobody read it.");
    await updateType(runChange, organizationId, owner, "pages", { slug: "leaves" });
    await write({ do: "update", entry: page.id, version: page.version, fields: { lead: "after" } });

    for (const slug of ["pages", "leaves"]) {
      const { body } = await read(`/content/${slug}`);
      expect(entryListSchema.parse(body)).toEqual(body);
      expect(body.type.slug).toBe(slug);
      expect(body.entries[0].fields).toEqual({ lead: "after", intro: "after", rank: 3 });
    }
    expect((await read("/content/pages")).body.type.deprecated).toMatchObject({
      reason: "renamed",
      renamedTo: "leaves",
    });
    for (const query of [
      "where[fields.intro][eq]=after",
      "where[fields.rank][gt]=2",
      "sort=fields.rank,fields.intro",
      "fields=intro",
    ])
      expect(titles((await read(`/content/leaves?${query}`)).body), query).toEqual(["About"]);
    expect((await read("/content/leaves?fields=intro")).body.entries[0].fields).toEqual({ intro: "after" });

    await deleteType(runChange, organizationId, owner, "leaves", undefined);
    const { status, body } = await read("/content/pages/about");
    expect([status, body.entry.fields.intro]).toEqual([200, "after"]);
  });
});

describe("another organization", () => {
  it("trust 1: gets the same 404, byte for byte, as for what nobody has", async () => {
    for (const path of ["/content/posts", "/content/posts/over-the-door", `/content/posts?cursor=x`]) {
      const [theirs, nobody] = await Promise.all([
        server.read(foreign, path),
        server.read(foreign, path.replace("posts", "ghosts")),
      ]);
      expect(theirs.status).toBe(404);
      expect(theirs.text).toBe(nobody.text);
    }
    expect((await server.read(foreign, "/model")).body).toEqual({ types: [] });
  });

  it("trust 1: finds nothing with a cursor that was made for ours", async () => {
    const theirs = await organizationBeside(workspace);
    const ours = await read("/content/posts?limit=1");
    const answer = await server.read(theirs, `/content/posts?limit=1&cursor=${ours.body.nextCursor}`);
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain("Nothing in it");
  });

  it("trust 3: cannot be seen through include, where or sort, even if a row points there", async () => {
    const theirs = await organizationBeside(workspace);
    const secret = (await server.read(theirs, "/content/posts")).body.entries[0];
    // No operation writes such a row; this is what a fault elsewhere could leave behind.
    const author = (await workspace.model()).typeBySlug.get("posts")!.fieldByKey.get("author")!.id;
    const leak = await workspace.create("posts", "Leak", { author: made.ben!.id });
    const { $client } = workspace.database;
    await $client.query(
      "update entries set values = jsonb_set(values, array[$1], to_jsonb($2::text)) where id = $3",
      [author, secret.id, leak.id],
    );
    await $client.query("update entry_index set text_key = $1 where entry_id = $2 and field_id = $3", [
      secret.id,
      leak.id,
      author,
    ]);
    await workspace.create("cities", "Any");
    for (const query of ["", "?include=author", "?include=author.city&fields=author"]) {
      const { text, body } = await read(`/content/posts${query}`);
      expect(text).not.toContain(secret.id);
      expect(body.entries.at(-1)).toMatchObject({ title: "Leak", fields: { author: null } });
    }
    for (const where of [
      `where[fields.author][eq]=${secret.id}`,
      `where[fields.author.id][in]=${secret.id}`,
      `where[fields.author.slug][eq]=${secret.slug}`,
      `where[fields.author.title][contains]=Secret`,
    ])
      expect(titles((await read(`/content/posts?${where}`)).body), where).toEqual([]);
    const without = await read("/content/posts?where[fields.author][exists]=false");
    expect(titles(without.body)).toContain("Leak");
    await workspace.write({ do: "delete", entry: leak.id, version: leak.version });
  });
});

/** An organization that has a type of the same slug, with other entries. */
async function organizationBeside({
  addOrganization,
  addMember,
  runChange,
  database,
  models,
}: Workspace): Promise<OrganizationId> {
  const organizationId = await addOrganization();
  const actor = await addMember("Other Owner", organizationId);
  await createType(runChange, organizationId, actor, {
    name: "Posts",
    kind: "collection",
    fields: [{ name: "City", type: "text" }],
  });
  await writeEntries({ database, runChange, models }, organizationId, actor, [
    { do: "create", type: "posts", title: "Secret", fields: { city: "Atlantis" } },
    { do: "create", type: "posts", title: "Secret two", fields: {} },
  ]);
  return organizationId;
}

describe("hostile reads", () => {
  it("trust 9, 10, 11, 16: what cannot be read as a query is a 400 in the documented body", async () => {
    for (const query of [
      "where[title';drop table entries--][eq]=x",
      "where[fields.words][gt]=1;select 1",
      "sort=title;--",
      "cursor='",
      "where[__proto__][eq]=1",
      "where[title][eq][x]=1",
      "limit=-1",
      "limit=1e9",
      "include=author.city.x.y",
      "include=author.friend.friend",
    ]) {
      const { status, body } = await read(`/content/posts?${encodeURI(query)}`);
      expect([status, body.code, body.defined], query).toEqual([400, "BAD_REQUEST", true]);
    }
  });

  it("trust 9: SQL where a text is due is a text", async () => {
    for (const text of [
      "'; drop table entries; --",
      "\\' or 1=1",
      "%' or '1'='1",
      "$1",
      "x\\",
      '"}',
      "?",
      "'",
    ]) {
      const encoded = encodeURIComponent(text);
      for (const query of [
        `where[title][eq]=${encoded}`,
        `where[fields.excerpt][contains]=${encoded}`,
        `where[fields.excerpt][starts]=${encoded}`,
        `where[title][in]=${encoded},a`,
      ]) {
        const { status, body } = await read(`/content/posts?${query}`);
        expect([status, body.entries], query).toEqual([200, []]);
      }
    }
    expect(titles((await read("/content/posts")).body)).toContain("Over the door");
  });

  it("trust 13: a pattern is a text, and finds itself", async () => {
    const pattern = "(a+)+$";
    const entry = await workspace.create("cities", `Town ${"a".repeat(40)}! ${pattern}`, { river: "x" });
    const { body } = await read(`/content/cities?where[title][contains]=${encodeURIComponent(pattern)}`);
    expect(body.entries.map(({ id }: { id: string }) => id)).toEqual([entry.id]);
  });

  it("trust 12: bytes that are no UTF-8, and NUL, are a 400", async () => {
    for (const query of ["search=%ff", "where[title][eq]=%c3", "search=%00", "where[title][eq]=%ed%a0%80"])
      expect((await read(`/content/posts?${query}`)).status, query).toBe(400);
  });
});
