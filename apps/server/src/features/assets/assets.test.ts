import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import type { OrganizationId } from "@lintel/contract";
import type { AssetUse, ManagedAsset } from "@lintel/contract/management";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../db/new-id.js";
import { auditRecords, members, revisions } from "../../db/schema/index.js";
import { animation, picture, pngOf } from "../../testing/asset-fixtures.js";
import { type AssetServer, type CallOptions, createAssetServer } from "../../testing/asset-server.js";
import { deleteField } from "../model/delete-field.js";

let server: AssetServer;
beforeAll(async () => {
  server = await createAssetServer({ limits: { uploadBytes: 2_000_000, pixels: 4_000_000 } });
});
afterAll(() => server.close());

/** Fetches what a managed asset's address leads to. */
const open = ({ url }: ManagedAsset, query = "") =>
  fetch(url.replace("http://lintel.test", server.origin) + query);
const bodyOf = async <T>(response: Response): Promise<T> => {
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return JSON.parse(text);
};
const records = (subjectId: string) =>
  server.database
    .select()
    .from(auditRecords)
    .where(eq(auditRecords.subjectId, subjectId))
    .orderBy(auditRecords.id);
const contentRevision = async () => {
  const [row] = await server.database
    .select()
    .from(revisions)
    .where(eq(revisions.organizationId, server.organizationId));
  return row!.content;
};

describe("an upload", () => {
  test("becomes an asset with a public address, recorded with who did it", async () => {
    const content = await picture(60, 40).jpeg().toBuffer();
    const response = await server.call("POST", "?name=North%20light.jpg&alt=A%20window", { file: content });
    const asset = await bodyOf<ManagedAsset>(response);
    expect(asset).toMatchObject({
      name: "North light.jpg",
      alt: "A window",
      contentType: "image/jpeg",
      size: content.length,
      width: 60,
      height: 40,
      createdBy: { id: server.owner.userId, name: "Olive Owner" },
      deletedAt: null,
    });
    expect(asset.url).toBe(
      `http://lintel.test/assets/${asset.id}/${asset.sha256.slice(0, 8)}/North%20light.jpg`,
    );
    const file = await open(asset);
    expect(file.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true);
    expect(
      (await sharp(Buffer.from(await (await open(asset, "?w=30")).arrayBuffer())).metadata()).width,
    ).toBe(30);
    expect(await records(asset.id)).toMatchObject([
      {
        action: "asset.created",
        by: server.owner.userId,
        via: "studio",
        requestId: response.headers.get("x-request-id"),
      },
    ]);
  });

  test("may come in pieces of unknown number", async () => {
    const content = randomBytes(300_000);
    const pieces = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < content.length; at += 10_000)
          controller.enqueue(content.subarray(at, at + 10_000));
        controller.close();
      },
    });
    const asset = await bodyOf<ManagedAsset>(await server.call("POST", "?name=a.bin", { file: pieces }));
    expect(Buffer.from(await (await open(asset)).arrayBuffer()).equals(content)).toBe(true);
  });

  test("may wait to be asked for its bytes, and is asked only when it will be read", async () => {
    const head = (path: string, headers: string) =>
      `POST /api/studio/v1/organizations/${server.organizationId}/assets${path} HTTP/1.1\r\nhost: x\r\nx-test-user: ${server.owner.userId}\r\nexpect: 100-continue\r\nconnection: close\r\n${headers}\r\n\r\n`;
    const talk = async (request: string, body: string) => {
      const socket = connect(server.port, "127.0.0.1");
      socket.write(request);
      socket.once("data", (first) => {
        if (String(first).startsWith("HTTP/1.1 100")) socket.write(body);
      });
      return String(await buffer(socket));
    };
    const taken = await talk(head("?name=a.txt", "content-length: 5"), "hello");
    expect(taken).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
    const refused = await talk(head("?name=a.txt", "content-length: 5000000"), "");
    expect(refused).toMatch(/^HTTP\/1\.1 413 /);
  });

  test.each<[string, string, CallOptions, number, string]>([
    ["without a name", "", { file: "x" }, 400, "`name`"],
    [
      "with an unknown parameter",
      "?name=a&folder=b",
      { file: "x" },
      400,
      "`folder`: Unknown query parameter",
    ],
    ["without bytes", "?name=a", {}, 400, "The file is empty"],
    [
      "as a form",
      "?name=a",
      { file: "x", headers: { "content-type": "multipart/form-data; boundary=b" } },
      415,
      "not as a form",
    ],
    [
      "compressed",
      "?name=a",
      { file: "x", headers: { "content-encoding": "gzip" } },
      415,
      "content-encoding",
    ],
    ["that is too large", "?name=a", { file: randomBytes(2_000_001) }, 413, "larger than 2000000 bytes"],
  ])("%s is refused in words", async (_, path, options, status, words) => {
    const response = await server.call("POST", path, options);
    expect(response.status).toBe(status);
    const body: { defined: boolean; message: string } = JSON.parse(await response.text());
    expect(body).toMatchObject({ defined: true, message: expect.stringContaining(words) });
  });

  test("trust 17: past the limit in endless pieces is a 413 in the documented body", async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(Buffer.alloc(65_536, 7));
      },
    });
    const response = await server.call("POST", "?name=a.bin", { file: endless });
    expect(response.status).toBe(413);
    expect(JSON.parse(await response.text())).toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
    expect(sent).toBeLessThan(20_000_000);
  });

  test("trust 25: SVG and HTML by any name come back inert", async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';
    for (const name of ["logo.svg", "photo.png", "x.html", "page"]) {
      const answer = await open(await server.upload(name, svg, { headers: { "content-type": "image/png" } }));
      expect(await answer.text()).not.toMatch(/alert|script|onload/);
      expect(answer.headers.get("content-disposition")).toMatch(/^attachment/);
      expect(answer.headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox/);
    }
    for (const name of ["page.html", "photo.png", "x.svg"]) {
      const html = "<!doctype html><script>alert(1)</script>";
      const answer = await open(
        await server.upload(name, html, { headers: { "content-type": "image/png" } }),
      );
      expect(answer.headers.get("content-disposition")).toMatch(/^attachment/);
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    }
  });

  test("trust 26: hostile names become labels, and the file lies under a generated name", async () => {
    for (const [name, label] of [
      ["../../../../etc/passwd", "passwd"],
      ["..\\..\\boot.ini", "boot.ini"],
      ["/etc/shadow", "shadow"],
      [`${"x".repeat(3_000)}.txt`, `${"x".repeat(196)}.txt`],
      ["a\r\nset-cookie: x=y", "aset-cookie: x=y"],
    ] as const) {
      const asset = await server.upload(name, "hello");
      expect(asset.name).toBe(label);
      expect((await open(asset)).status).toBe(200);
    }
    expect((await server.call("POST", "?name=a%00b", { file: "x" })).status).toBe(400);
    for await (const { key } of server.services.uploads.store.list("assets/")) {
      expect(key).toMatch(/^assets\/org_[0-9a-z]{26}\/[0-9a-z]{2}\/ast_[0-9a-z]{26}$/);
    }
  });

  test("trust 26: floods, bombs and damage are a 400", async () => {
    const flood = await server.call("POST", "?name=a.png", { file: pngOf(50_000, 50_000) });
    expect(flood.status).toBe(400);
    const frames = await server.call("POST", "?name=a.gif", { file: await animation(45, 300, 300) });
    expect(frames.status).toBe(400);
    const whole = await picture(300, 300).webp().toBuffer();
    expect((await server.call("POST", "?name=a.webp", { file: whole.subarray(0, 9_000) })).status).toBe(400);
    const laughs = '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><svg>&b;</svg>';
    expect((await server.call("POST", "?name=a.svg", { file: laughs })).status).toBe(400);
  });
});

describe("the list", () => {
  let other: AssetServer["call"];
  beforeAll(async () => {
    const organization = await server.addOrganization();
    const librarian = await server.addMember("Libby", organization);
    other = (method, path, options) =>
      server.call(method, path, { as: librarian.userId, organization, ...options });
    for (let n = 0; n < 7; n++)
      await other("POST", `?name=note-${n}.txt&alt=Number%20${n}`, { file: `note ${n}` });
    await other("POST", "?name=100%25_sure.png", { file: await picture(4, 4).png().toBuffer() });
  });
  const names = async (query: string) =>
    (await bodyOf<{ assets: ManagedAsset[] }>(await other("GET", query))).assets.map(({ name }) => name);

  test("goes through all assets once, newest first, page by page", async () => {
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const query: string = `?limit=3${cursor && `&cursor=${cursor}`}`;
      const page: { assets: ManagedAsset[]; nextCursor: string | null } = await bodyOf(
        await other("GET", query),
      );
      seen.push(...page.assets.map(({ name }) => name));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(["100%_sure.png", ...[6, 5, 4, 3, 2, 1, 0].map((n) => `note-${n}.txt`)]);
  });

  test("finds by part of the name or the description, taken as it is", async () => {
    expect(await names("?search=NOTE-3")).toEqual(["note-3.txt"]);
    expect(await names("?search=number%205")).toEqual(["note-5.txt"]);
    expect(await names("?search=0%25_s")).toEqual(["100%_sure.png"]);
    expect(await names("?search=%25")).toEqual(["100%_sure.png"]);
    expect(await names("?search=n_te")).toEqual([]);
  });

  test("can be of one kind", async () => {
    expect(await names("?kind=image")).toEqual(["100%_sure.png"]);
    expect(await names("?kind=other")).toHaveLength(7);
    expect(await names("?kind=video")).toEqual([]);
  });

  test.each(["?limit=0", "?limit=201", "?cursor=nonsense", "?kind=exe", "?sort=name"])(
    "%s is refused",
    async (query) => {
      expect((await other("GET", query)).status).toBe(400);
    },
  );
});

describe("a change", () => {
  test("of the name moves the address and leaves the old one working", async () => {
    const asset = await server.upload("before.txt", "hello");
    const before = await contentRevision();
    const changed = await bodyOf<ManagedAsset>(
      await server.call("PATCH", `/${asset.id}`, { json: { name: "after.txt", alt: "A greeting" } }),
    );
    expect(changed).toMatchObject({ name: "after.txt", alt: "A greeting", sha256: asset.sha256 });
    expect(changed.url).toMatch(/\/after\.txt$/);
    for (const one of [asset, changed]) expect((await open(one)).status).toBe(200);
    expect(await contentRevision()).toBe(before + 1);
    expect((await records(asset.id))[1]).toMatchObject({
      action: "asset.updated",
      data: { from: { name: "before.txt", alt: "" }, to: { name: "after.txt", alt: "A greeting" } },
    });
  });

  test("to what it is already leaves no record", async () => {
    const asset = await server.upload("same.txt", "hello");
    await server.call("PATCH", `/${asset.id}`, { json: { name: "same.txt" } });
    expect(await records(asset.id)).toHaveLength(1);
  });

  test("cannot make a path of the name, nor set what is not to be set", async () => {
    const asset = await server.upload("a.txt", "hello");
    const changed = await bodyOf<ManagedAsset>(
      await server.call("PATCH", `/${asset.id}`, {
        json: {
          name: "../../b.txt",
          size: 1,
          sha256: "0",
          organizationId: newId("organization"),
          contentType: "text/html",
        },
      }),
    );
    expect(changed).toMatchObject({
      id: asset.id,
      name: "b.txt",
      size: 5,
      contentType: "text/plain",
      sha256: asset.sha256,
    });
  });
});

describe("use and deletion", () => {
  let photo: ManagedAsset;
  beforeAll(async () => {
    photo = await server.upload("photo.png", await picture(9, 9).png().toBuffer());
    await server.createType({
      name: "Posts",
      kind: "collection",
      fields: [
        { name: "Cover", type: "asset" },
        { name: "Former cover", type: "asset" },
        { name: "Body", type: "rich_text" },
        { name: "Remark", type: "text" },
      ],
    });
    await server.create("posts", "By field", { cover: photo.id });
    await server.create("posts", "By deprecated field", { former_cover: photo.id });
    const html = `<p><img src="${photo.url}" alt="" data-asset-id="${photo.id}"></p>`;
    await server.create("posts", "By text and field", { body: { html }, cover: photo.id });
    await server.create("posts", "By mention only", { remark: photo.id });
    const gone = await server.create("posts", "Deleted", { cover: photo.id });
    await server.write({ do: "delete", entry: gone.id, version: gone.version });
    await deleteField(
      server.runChange,
      server.organizationId,
      server.owner,
      "posts",
      "former_cover",
      undefined,
    );
  });

  const uses = async (query = "") =>
    bodyOf<{ uses: AssetUse[]; nextCursor: string | null }>(
      await server.call("GET", `/${photo.id}/usage${query}`),
    );

  test("every living entry that shows the asset is a use, by whichever field", async () => {
    const found = (await uses()).uses.map(({ entry, type, fields }) => [entry.title, type, fields.sort()]);
    expect(found).toEqual([
      ["By field", "posts", ["cover"]],
      ["By deprecated field", "posts", ["former_cover"]],
      ["By text and field", "posts", ["body", "cover"]],
    ]);
    const first = await uses("?limit=2");
    const second = await uses(`?limit=2&cursor=${first.nextCursor}`);
    expect([...first.uses, ...second.uses].map(({ entry }) => entry.title)).toEqual(
      found.map(([title]) => title),
    );
    expect(second.nextCursor).toBeNull();
  });

  test("deleting what entries use is refused with the entries named", async () => {
    const response = await server.call("DELETE", `/${photo.id}`);
    expect(response.status).toBe(409);
    expect(JSON.parse(await response.text())).toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining('Entries use the asset "photo.png": "By field"'),
      data: { complete: true, uses: [{ type: "posts" }, { type: "posts" }, { type: "posts" }] },
    });
    expect((await open(photo)).status).toBe(200);
  });

  test("deleting by force ends the address and tells the readers; restoring brings both back", async () => {
    const before = await contentRevision();
    const deleted = await bodyOf<ManagedAsset>(
      await server.call("DELETE", `/${photo.id}`, { json: { force: true } }),
    );
    expect(deleted.deletedAt).not.toBeNull();
    const gone = await open(photo);
    expect(gone.status).toBe(404);
    expect(gone.headers.get("cache-control")).toBe("no-store");
    expect(await contentRevision()).toBe(before + 1);
    expect((await server.call("DELETE", `/${photo.id}`, { json: { force: true } })).status).toBe(409);
    expect((await server.call("PATCH", `/${photo.id}`, { json: { alt: "x" } })).status).toBe(409);
    const { assets } = await bodyOf<{ assets: ManagedAsset[] }>(await server.call("GET", "?deleted=true"));
    expect(assets.map(({ id }) => id)).toEqual([photo.id]);

    const restored = await bodyOf<ManagedAsset>(await server.call("POST", `/${photo.id}/restore`));
    expect(restored.deletedAt).toBeNull();
    expect((await open(photo)).status).toBe(200);
    expect(await contentRevision()).toBe(before + 2);
    expect((await server.call("POST", `/${photo.id}/restore`)).status).toBe(409);
    expect((await records(photo.id)).map(({ action }) => action)).toEqual([
      "asset.created",
      "asset.deleted",
      "asset.restored",
    ]);
  });

  test("deleting what nothing uses needs no force, and tells no reader", async () => {
    const asset = await server.upload("unused.txt", "hello");
    const before = await contentRevision();
    await bodyOf(await server.call("DELETE", `/${asset.id}`));
    expect(await contentRevision()).toBe(before);
  });
});

describe("access", () => {
  let mine: ManagedAsset;
  let theirs: ManagedAsset;
  let theirOrganization: OrganizationId;
  beforeAll(async () => {
    mine = await server.upload("mine.txt", "mine");
    theirOrganization = await server.addOrganization();
    const stranger = await server.addMember("Stranger", theirOrganization);
    theirs = await server.upload("theirs.txt", "theirs", {
      as: stranger.userId,
      organization: theirOrganization,
    });
  });

  const operations = (
    id: string,
  ): [method: string, path: string, options: CallOptions, writes: boolean][] => [
    ["GET", "", {}, false],
    ["POST", "?name=a.txt", { file: "x" }, true],
    ["GET", `/${id}`, {}, false],
    ["PATCH", `/${id}`, { json: { alt: "x" } }, true],
    ["DELETE", `/${id}`, {}, true],
    ["POST", `/${id}/restore`, {}, true],
    ["GET", `/${id}/usage`, {}, false],
  ];

  test("without a session every operation is a 401", async () => {
    for (const [method, path, options] of operations(mine.id)) {
      expect((await server.call(method, path, { ...options, as: null })).status, `${method} ${path}`).toBe(
        401,
      );
    }
  });

  test("trust 1: someone else's organization and one that does not exist answer with the same bytes", async () => {
    for (const [method, path, options] of operations(theirs.id)) {
      const foreign = await server.call(method, path, { ...options, organization: theirOrganization });
      const unknown = await server.call(method, path, { ...options, organization: newId("organization") });
      expect([foreign.status, unknown.status], `${method} ${path}`).toEqual([404, 404]);
      expect(await foreign.text()).toBe(await unknown.text());
    }
  });

  test("trust 1: someone else's asset and one that does not exist answer alike", async () => {
    const missing = newId("asset");
    for (const [method, path, options] of operations(theirs.id).filter(([, path]) =>
      path.includes(theirs.id),
    )) {
      const foreign = await server.call(method, path, options);
      const unknown = await server.call(method, path.replace(theirs.id, missing), options);
      expect([foreign.status, unknown.status], `${method} ${path}`).toEqual([404, 404]);
      expect((await foreign.text()).replace(theirs.id, missing)).toBe(await unknown.text());
    }
  });

  test("a viewer reads and changes nothing, and their upload is not even read", async () => {
    const viewer = await server.addMember("Vera");
    await server.database.update(members).set({ role: "viewer" }).where(eq(members.userId, viewer.userId));
    for (const [method, path, options, writes] of operations(mine.id)) {
      const { status } = await server.call(method, path, { ...options, as: viewer.userId });
      expect(status, `${method} ${path}`).toBe(writes ? 403 : 200);
    }
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(Buffer.alloc(65_536)),
    });
    expect((await server.call("POST", "?name=a", { as: viewer.userId, file: endless })).status).toBe(403);
  });

  test("a public address needs its hash, and lists nothing", async () => {
    const { pathname } = new URL(mine.url);
    const at = (path: string) => fetch(server.origin + path);
    expect((await at(pathname)).status).toBe(200);
    expect((await at(pathname.replace(/\/[0-9a-f]{8}\//, "/00000000/"))).status).toBe(404);
    expect((await at(pathname.replace(/\/([0-9a-f]{4})[0-9a-f]{4}\//, "/$1/"))).status).toBe(404);
    expect((await at(pathname.replace(mine.id, newId("asset")))).status).toBe(404);
    for (const path of ["/assets", "/assets/", `/assets/${mine.id}`, "/assets/..%2f..%2fetc/passwd/x"]) {
      const answer = await at(path);
      expect(answer.status, path).toBe(404);
      expect(JSON.parse(await answer.text())).toMatchObject({ defined: true, code: "NOT_FOUND" });
    }
    expect((await fetch(server.origin + pathname, { method: "DELETE" })).status).toBe(405);
  });
});
