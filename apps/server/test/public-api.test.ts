import {
  entryListSchema,
  modelSchema,
  organizationSchema,
  type PublicContentType,
  type PublicEntry,
  type PublicModel,
  singleEntrySchema,
} from "@lintel/contract";
import type { ManagedAsset, ManagedEntry, ManagedType, PublicAction } from "@lintel/contract/management";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer, type TestUser } from "../src/testing/server.js";

/* The public API as its document describes it, rule by rule, over HTTP. */

interface List {
  type: PublicContentType;
  entries: PublicEntry[];
  nextCursor: string | null;
}

let server: TestServer;
let owner: TestUser;
let organization: string;
let key: string;
let author: ManagedEntry;
let cover: ManagedAsset;

const manage = async <T>(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) => {
  const { cookie } = owner;
  const answer = await server.manage<T>(method, `/organizations/${organization}${path}`, body, {
    cookie,
    headers,
  });
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.text}`);
  return answer.body;
};
const get = <T = List>(path: string, headers: Record<string, string> = {}) =>
  server.get<T>(path, { key, headers });

beforeAll(async () => {
  server = await startTestServer();
  ({ owner, organization, key } = await server.workspace());
  await manage<ManagedType>("POST", "/types", {
    name: "Authors",
    kind: "collection",
    fields: [{ name: "Born", type: "number" }],
  });
  await manage<ManagedType>("POST", "/types", {
    name: "Posts",
    kind: "collection",
    fields: [
      { name: "Text", type: "text" },
      { name: "Body", type: "rich_text" },
      { name: "Number", type: "number" },
      { name: "Flag", type: "checkbox" },
      { name: "Date", type: "date" },
      { name: "Tone", type: "select", options: [{ name: "Essay", color: "red" }, { name: "Note" }] },
      { name: "Tags", type: "multi_select", options: [{ name: "Oak" }, { name: "Brick" }] },
      { name: "Link", type: "link" },
      { name: "Editor", type: "person" },
      { name: "Cover", type: "asset" },
      { name: "Author", type: "reference", collection: "authors" },
      { name: "Authors", type: "multi_reference", collection: "authors" },
    ],
  });
  author = await manage<ManagedEntry>("POST", "/types/authors/entries", {
    title: "Ida Quill",
    fields: { born: 1980 },
  });
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  cover = await manage<ManagedAsset>("POST", "/assets?name=dot.png", png, { "content-type": "image/png" });
  await manage("POST", "/types/posts/entries", {
    title: "Everything",
    fields: {
      text: "Over the door",
      body: { markdown: "**Stone**" },
      number: 12.5,
      flag: true,
      date: "2026-03-04",
      tone: "Essay",
      tags: ["Brick", "Oak"],
      link: "/about",
      editor: owner.id,
      cover: cover.id,
      author: author.id,
      authors: [author.id],
    },
  });
  await manage("POST", "/types/posts/entries", { title: "Nothing" });
});
afterAll(() => server.close());

describe("GET /health", () => {
  it("needs no key", async () => {
    const { status, body } = await server.get("/health");
    expect([status, body]).toEqual([200, { status: "ok" }]);
  });
});

describe("GET /org", () => {
  it("answers with the organization that the key belongs to", async () => {
    const { status, body } = await get<unknown>("/org");
    expect(status).toBe(200);
    expect(organizationSchema.parse(body)).toMatchObject({
      id: organization,
      name: "Post & Beam",
      logo: null,
    });
  });
});

describe("GET /model", () => {
  it("lists types with their fields, options and targets", async () => {
    const { body, headers } = await get<PublicModel>("/model");
    const { types } = modelSchema.parse(body);
    const posts = types.find(({ slug }) => slug === "posts");
    expect(posts).toMatchObject({ name: "Posts", kind: "collection" });
    expect(posts?.fields.find((field) => field.key === "tone")).toEqual({
      key: "tone",
      name: "Tone",
      type: "select",
      options: [
        { name: "Essay", color: "red" },
        { name: "Note", color: expect.any(String) },
      ],
    });
    expect(posts?.fields.find((field) => field.key === "author")).toMatchObject({
      collection: "authors",
      options: [],
    });
    expect(Number(headers.get("x-lintel-model-revision"))).toBeGreaterThan(0);
  });

  it("keeps deleted and renamed fields with their record, until the Action is completed", async () => {
    await manage("POST", "/types", {
      name: "Shifting",
      kind: "collection",
      fields: [
        { name: "A", type: "text" },
        { name: "B", type: "text" },
      ],
    });
    await manage("POST", "/types/shifting/entries", { title: "One", fields: { a: "first", b: "second" } });
    await manage("PATCH", "/types/shifting/fields/a", { key: "c", note: "clearer" });
    await manage("DELETE", "/types/shifting/fields/b");
    const read = async () => (await get("/content/shifting")).body;
    const before = await read();
    expect(before.entries[0]?.fields).toEqual({ c: "first", a: "first", b: "second" });
    expect(Object.fromEntries(before.type.fields.map((field) => [field.key, field.deprecated]))).toEqual({
      c: undefined,
      a: { reason: "renamed", at: expect.any(String), by: "Ada Byron", note: "clearer", renamedTo: "c" },
      b: { reason: "deleted", at: expect.any(String), by: "Ada Byron" },
    });
    const { actions } = await manage<{ actions: PublicAction[] }>("GET", "/actions?state=open");
    for (const { id } of actions) await manage("POST", `/actions/${id}/complete`);
    const after = await read();
    expect(after.entries[0]?.fields).toEqual({ c: "first" });
    expect(after.type.fields.map((field) => field.key)).toEqual(["c"]);
  });
});

describe("GET /content/{type}", () => {
  it("answers with the type and its entries, oldest first, in the contract's form", async () => {
    const { status, body } = await get("/content/posts");
    expect(status).toBe(200);
    const list = entryListSchema.parse(body);
    expect(list.entries.map(({ title }) => title)).toEqual(["Everything", "Nothing"]);
    expect(list.nextCursor).toBeNull();
    expect(list.type.slug).toBe("posts");
  });

  it("gives each type of field its form", async () => {
    const [everything] = (await get("/content/posts")).body.entries;
    const reference = { id: author.id, slug: "ida-quill", title: "Ida Quill" };
    expect(everything?.fields).toEqual({
      text: "Over the door",
      body: { html: "<p><strong>Stone</strong></p>", markdown: "**Stone**" },
      number: 12.5,
      flag: true,
      date: "2026-03-04",
      tone: "Essay",
      tags: ["Brick", "Oak"],
      link: "/about",
      editor: { id: owner.id, name: "Ada Byron" },
      cover: {
        id: cover.id,
        url: cover.url,
        name: "dot.png",
        contentType: "image/png",
        size: expect.any(Number),
        width: 1,
        height: 1,
      },
      author: reference,
      authors: [reference],
    });
  });

  it("has every key in every entry: empty is null, or an empty list", async () => {
    const [, nothing] = (await get("/content/posts")).body.entries;
    expect(nothing?.fields).toEqual({
      text: null,
      body: null,
      number: null,
      flag: null,
      date: null,
      tone: null,
      tags: [],
      link: null,
      editor: null,
      cover: null,
      author: null,
      authors: [],
    });
  });

  it("answers for a map with its one entry as a list of one", async () => {
    await manage("POST", "/types", {
      name: "Landing",
      kind: "map",
      fields: [{ name: "Headline", type: "text" }],
    });
    const { body } = await get("/content/landing");
    expect(body.type.kind).toBe("map");
    expect(body.entries).toMatchObject([{ slug: "landing", fields: { headline: null } }]);
  });

  it("reads a deleted target as null, and drops it from a list", async () => {
    const gone = await manage<ManagedEntry>("POST", "/types/authors/entries", { title: "Gone" });
    const fields = { author: gone.id, authors: [gone.id, author.id] };
    const { slug } = await manage<ManagedEntry>("POST", "/types/posts/entries", { title: "Orphan", fields });
    await manage("DELETE", `/entries/${gone.id}`, { version: 1 });
    const { body } = await get<{ entry: PublicEntry }>(`/content/posts/${slug}`);
    expect(body.entry.fields.author).toBeNull();
    expect(body.entry.fields.authors).toEqual([{ id: author.id, slug: "ida-quill", title: "Ida Quill" }]);
  });

  it("shows a write to the very next reader", async () => {
    const before = await get("/content/authors");
    await manage("POST", "/types/authors/entries", { title: "New" });
    const after = await get("/content/authors");
    expect(after.body.entries.length).toBe(before.body.entries.length + 1);
    expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));
  });

  it("answers 304 to who has the same bytes already", async () => {
    const first = await get("/content/authors");
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    const again = await get("/content/authors", { "if-none-match": first.headers.get("etag")! });
    expect([again.status, again.text, again.headers.get("etag")]).toEqual([
      304,
      "",
      first.headers.get("etag"),
    ]);
  });

  it("is a 404 in words for a slug that the organization does not have", async () => {
    const { status, body } = await get("/content/nothing");
    expect(status).toBe(404);
    expect(body).toEqual({
      defined: true,
      code: "NOT_FOUND",
      status: 404,
      message: expect.stringContaining("No content type with that slug in this organization."),
    });
  });

  it("names an unknown parameter, and an unknown field with those there are", async () => {
    const unknown = await get<{ code: string; message: string }>("/content/posts?colour=red");
    expect([unknown.status, unknown.body.code]).toEqual([400, "BAD_REQUEST"]);
    expect(unknown.body.message).toContain("colour");
    const field = await get<{ message: string }>("/content/posts?where[fields.titel][eq]=x");
    expect(field.body.message).toMatch(
      /Unknown field "fields.titel".*Fields of "posts": id, .*fields.text, fields.body/,
    );
  });
});

describe("GET /content/{type}/{slug}", () => {
  it("reads one entry, with its references expanded where asked", async () => {
    const { body } = await get<unknown>("/content/posts/everything?include=author&fields=author");
    const { entry } = singleEntrySchema.parse(body);
    expect(entry.fields).toEqual({
      author: { id: author.id, slug: "ida-quill", title: "Ida Quill", fields: { born: 1980 } },
    });
  });

  it("is a 404 for an entry that is not there", async () => {
    expect((await get("/content/posts/nothing-like-it")).status).toBe(404);
  });
});

describe("API keys", () => {
  it("are asked for with the documented message, missing or wrong", async () => {
    for (const headers of [{}, { "x-api-key": "ltl_wrong" }, { authorization: `Bearer ${key}` }]) {
      const { status, body } = await server.get("/content/posts", { headers });
      expect(status).toBe(401);
      expect(body).toEqual({
        defined: true,
        code: "UNAUTHORIZED",
        status: 401,
        message: "Authentication required. Pass an organization API key in the `x-api-key` header.",
      });
    }
  });

  it("are shown once; what remains is their start and end, and the database holds a hash alone", async () => {
    const made = await manage<{ key: string; apiKey: { id: string } }>("POST", "/keys", { name: "Once" });
    expect(made.key).toMatch(/^ltl_[0-9A-Za-z]{40}$/);
    const list = JSON.stringify(await manage("GET", "/keys"));
    expect(list).toContain(made.key.slice(0, 8));
    expect(list).not.toContain(made.key);
    const { rows } = await server.services.database.execute(sql`select api_keys::text as row from api_keys`);
    expect(JSON.stringify(rows)).not.toContain(made.key.slice(4, -4));
  });

  it("end with the next request after they are revoked", async () => {
    const made = await manage<{ key: string; apiKey: { id: string } }>("POST", "/keys", {
      name: "Short-lived",
    });
    expect((await server.get("/content/posts", { key: made.key })).status).toBe(200);
    await manage("DELETE", `/keys/${made.apiKey.id}`);
    expect((await server.get("/content/posts", { key: made.key })).status).toBe(401);
    expect((await server.get("/model", { key: made.key })).status).toBe(401);
  });

  it("read their own organization and no other", async () => {
    const other = await server.workspace();
    const { body } = await server.get<PublicModel>("/model", { key: other.key });
    expect(body.types).toEqual([]);
    expect((await server.get("/content/posts", { key: other.key })).status).toBe(404);
  });
});

describe("every failure has the five documented members", () => {
  const cases: [string, number, string, Parameters<TestServer["fetch"]>[1]?][] = [
    ["/api/v1/nothing", 404, "NOT_FOUND"],
    ["/api/v1/content/posts", 405, "METHOD_NOT_SUPPORTED", { method: "POST", body: {} }],
    ["/api/v1/content/%E0%A4%A", 400, "BAD_REQUEST"],
    ["/api/v1/content/posts?limit=0", 400, "BAD_REQUEST"],
    ["/nothing/at/all", 404, "NOT_FOUND"],
  ];
  it.each(cases)("%s is a %i", async (path, status, code, options) => {
    const answer = await server.fetch(path, { key, ...options });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ defined: true, code, status, message: expect.stringMatching(/\S/) });
    if (status === 405) expect(answer.headers.get("allow")).toContain("GET");
    expect(answer.headers.get("x-request-id")).toBeTruthy();
  });

  it("a body that is no JSON, of the wrong type or too large", async () => {
    const { cookie } = owner;
    const send = (body: string, type = "application/json") =>
      server.manage("POST", `/organizations/${organization}/types`, body, {
        cookie,
        headers: { "content-type": type },
      });
    expect((await send("{nope")).body).toMatchObject({ code: "BAD_REQUEST", defined: true });
    expect((await send("<x/>", "text/xml")).body).toMatchObject({
      code: "UNSUPPORTED_MEDIA_TYPE",
      status: 415,
    });
    expect((await send(JSON.stringify({ name: "x".repeat(1_100_000) }))).body).toMatchObject({ status: 413 });
    expect((await send("{}")).body).toMatchObject({
      code: "BAD_REQUEST",
      data: { issues: expect.arrayContaining([{ path: "name", message: expect.any(String) }]) },
    });
  });
});

it("trust 4: ids, roles and times that a body brings along change nothing", async () => {
  const before = Date.now() - 1_000;
  const entry = await manage<ManagedEntry>("POST", "/types/authors/entries", {
    title: "Bringing gifts",
    id: author.id,
    organizationId: "org_other",
    organization: "org_other",
    createdAt: "2000-01-01T00:00:00.000Z",
    createdBy: "usr_other",
    version: 99,
    role: "owner",
  });
  expect(entry.id).not.toBe(author.id);
  expect(entry.version).toBe(1);
  expect(entry.createdBy?.id).toBe(owner.id);
  expect(Date.parse(entry.createdAt)).toBeGreaterThan(before);
});
