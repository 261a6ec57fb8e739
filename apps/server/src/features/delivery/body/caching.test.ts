import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DeliveryServer, startDeliveryServer } from "../../../testing/delivery-server.js";
import { createWorkspace, type Workspace } from "../../../testing/workspace.js";
import { updateField } from "../../model/update-field.js";

let workspace: Workspace;
let server: DeliveryServer;
beforeAll(async () => {
  workspace = await createWorkspace();
  server = await startDeliveryServer({ ...workspace, headers: { "x-content-type-options": "nosniff" } });
  await workspace.createType({
    name: "Posts",
    kind: "collection",
    fields: [{ name: "Excerpt", type: "text" }],
  });
  for (let at = 0; at < 12; at++)
    await workspace.create("posts", `Post ${at}`, {
      excerpt: `The ${at}th beam over the ${at}th door. `.repeat(5),
    });
});
afterAll(async () => {
  await server.close();
  await workspace.close();
});

interface Raw {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** As bytes: `fetch` would unpack them. */
function raw(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const sent = request(server.url(path), {
      method,
      headers: { "x-organization": workspace.organizationId, ...headers },
    });
    sent.on("error", reject).on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.end();
  });
}

describe("an answer", () => {
  it("says how it may be kept, and its length", async () => {
    const { headers, body } = await raw("/content/posts");
    expect(headers).toMatchObject({
      "cache-control": "private, no-cache",
      vary: "Accept-Encoding",
      "content-length": String(body.length),
      "x-content-type-options": "nosniff",
    });
    expect(headers.etag).toMatch(/^"[\w-]{27}"$/);
    expect(headers["x-request-id"]).toBeDefined();
    expect(headers).not.toHaveProperty("content-encoding");
  });

  it.each([
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ])("is the same body in %s, smaller and with an ETag of its own", async (encoding, decompress) => {
    const plain = await raw("/content/posts");
    for (let time = 0; time < 2; time++) {
      const packed = await raw("/content/posts", { "accept-encoding": encoding });
      expect(packed.headers).toMatchObject({
        "content-encoding": encoding,
        "content-length": String(packed.body.length),
        etag: String(plain.headers.etag).replace(/"$/, `-${encoding}"`),
      });
      expect(packed.body.length).toBeLessThan(plain.body.length);
      expect(decompress(packed.body).equals(plain.body)).toBe(true);
    }
  });

  it("is not compressed where that saves nothing", async () => {
    const { headers, body } = await raw("/content/posts?limit=1&fields=excerpt", { "accept-encoding": "br" });
    expect(body.length).toBeLessThan(1_024);
    expect(headers).not.toHaveProperty("content-encoding");
  });

  it("to HEAD has the headers of GET and no body", async () => {
    for (const encoding of ["identity", "gzip", "br"]) {
      const [get, head] = await Promise.all(
        ["GET", "HEAD"].map((method) =>
          raw("/content/posts?sort=title", { "accept-encoding": encoding }, method),
        ),
      );
      const { "x-request-id": _, date: __, ...names } = get!.headers;
      expect(head!.headers).toMatchObject(names);
      expect(head!.body).toHaveLength(0);
    }
  });

  it("is a 304 for whoever holds it, in whatever encoding", async () => {
    const { headers } = await raw("/content/posts");
    const base = String(headers.etag);
    for (const held of [
      base,
      `W/${base}`,
      `"x", ${base}`,
      base.replace(/"$/, '-br"'),
      base.replace(/"$/, '-gzip"'),
      "*",
    ]) {
      for (const method of ["GET", "HEAD"]) {
        const answer = await raw(
          "/content/posts",
          { "if-none-match": held, "accept-encoding": "gzip" },
          method,
        );
        expect([answer.status, answer.body.length], held).toEqual([304, 0]);
        expect(answer.headers).toMatchObject({
          etag: base.replace(/"$/, '-gzip"'),
          "cache-control": "private, no-cache",
          vary: "Accept-Encoding",
          "x-lintel-model-revision": headers["x-lintel-model-revision"],
        });
        expect(answer.headers).not.toHaveProperty("content-length");
      }
    }
    expect((await raw("/content/posts", { "if-none-match": '"other"' })).status).toBe(200);
  });

  it("is one and the same however the query is spelled", async () => {
    const [plain, ...others] = await Promise.all(
      [
        "?limit=3&sort=-title&where[title][ne]=x&fields=excerpt",
        "?fields=excerpt&where%5Btitle%5D%5Bne%5D=x&sort=-title&limit=3",
        "?&limit=3&&sort=%2Dtitle&where[title][ne]=%78&fields=excerpt&",
      ].map((query) => raw(`/content/posts${query}`)),
    );
    for (const { headers, body } of others) {
      expect(headers.etag).toBe(plain!.headers.etag);
      expect(body.equals(plain!.body)).toBe(true);
    }
  });
});

describe("an ETag", () => {
  it("changes exactly when the bytes do", async () => {
    const paths = [
      "/model",
      "/content/posts",
      "/content/posts?limit=2&sort=-title",
      "/content/posts/post-3",
      "/content/posts?fields=excerpt",
    ];
    const seen = new Map<string, string>();
    const look = async () => {
      for (const path of paths) {
        const { headers, body } = await raw(path);
        const [etag, text] = [String(headers.etag), body.toString()];
        expect(seen.get(`etag ${path} ${etag}`) ?? text).toBe(text);
        expect(seen.get(`text ${path} ${text}`) ?? etag).toBe(etag);
        seen.set(`etag ${path} ${etag}`, text).set(`text ${path} ${text}`, etag);
      }
    };
    const entries = (await raw("/content/posts")).body;
    const ids: { id: never; title: string }[] = JSON.parse(entries.toString()).entries;
    const version = new Map(ids.map(({ id }) => [id, 1]));
    await fc.assert(
      fc.asyncProperty(
        fc.nat(ids.length - 1),
        fc.constantFrom("a", "b"),
        fc.boolean(),
        async (at, text, isModel) => {
          const { runChange, organizationId, owner, write } = workspace;
          if (isModel)
            await updateField(runChange, organizationId, owner, "posts", "excerpt", { name: `Name ${text}` });
          const entry = ids[at]!.id;
          const [after] = await write({
            do: "update",
            entry,
            version: version.get(entry)!,
            fields: { excerpt: text },
          });
          version.set(entry, after!.version);
          await look();
        },
      ),
      { numRuns: 25 },
    );
    expect(seen.size).toBeGreaterThan(20);
  });
});
