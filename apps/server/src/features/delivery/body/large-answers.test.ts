import { createHash } from "node:crypto";
import { request } from "node:http";
import { gunzipSync } from "node:zlib";
import { type EntryId, queryLimits } from "@lintel/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DeliveryServer, startDeliveryServer } from "../../../testing/delivery-server.js";
import { waitUntil } from "../../../testing/wait-until.js";
import { createWorkspace, type Workspace } from "../../../testing/workspace.js";
import { restoreEntry } from "../../entries/restore-entry.js";
import { Answer } from "./answer.js";
import { BodyBuilder } from "./build-body.js";
import { describeAnswer } from "./describe-answer.js";

const count = 700;
let workspace: Workspace;
let server: DeliveryServer;
beforeAll(async () => {
  workspace = await createWorkspace();
  server = await startDeliveryServer(workspace);
  await workspace.createType({
    name: "Posts",
    kind: "collection",
    fields: [{ name: "Body", type: "rich_text" }],
  });
  for (let done = 0; done < count; done += 100) {
    const operations = Array.from({ length: 100 }, (_, at) => ({
      do: "create" as const,
      type: "posts",
      title: `Post ${done + at}`,
      fields: {
        body: { markdown: `The ${done + at}th beam. ${"A lintel carries what stands above. ".repeat(30)}` },
      },
    }));
    await workspace.write(...operations);
  }
});
afterAll(async () => {
  await server.close();
  await workspace.close();
});

const isIdle = () => {
  const { totalCount, idleCount, waitingCount } = workspace.database.$client;
  return totalCount === idleCount && waitingCount === 0;
};

function raw(path: string, encoding: string): Promise<{ headers: Record<string, unknown>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const headers = { "x-organization": workspace.organizationId, "accept-encoding": encoding };
    request(server.url(path), { headers })
      .on("error", reject)
      .on("response", (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
      })
      .end();
  });
}

describe("an answer of more than a megabyte", () => {
  it("is the same for whoever wants it plain, in gzip or in br, and says its length", async () => {
    const plain = await raw("/content/posts", "identity");
    expect(plain.body.length).toBeGreaterThan(1024 * 1024);
    expect(plain.headers["content-length"]).toBe(String(plain.body.length));
    expect(JSON.parse(plain.body.toString()).entries).toHaveLength(count);
    for (const encoding of ["gzip", "gzip, br", "br"]) {
      const packed = await raw("/content/posts", encoding);
      expect(packed.headers["content-encoding"]).toBe("gzip");
      expect(packed.headers["content-length"]).toBe(String(packed.body.length));
      expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
    }
    expect(plain.headers.etag).toBe(
      `"${createHash("sha256").update(plain.body).digest("base64url").slice(0, 27)}"`,
    );
  });

  it("holds what its pages hold, in the same order", async () => {
    const all = await server.read(workspace.organizationId, "/content/posts?sort=-title");
    const pages: unknown[] = [];
    for (let cursor = ""; ; ) {
      const page = await server.read(
        workspace.organizationId,
        `/content/posts?sort=-title&limit=90${cursor}`,
      );
      pages.push(...page.body.entries);
      if (page.body.nextCursor === null) break;
      cursor = `&cursor=${page.body.nextCursor}`;
    }
    expect(all.body.entries).toEqual(pages);
  });

  it("is kept compressed alone", async () => {
    const model = await workspace.model();
    const described = describeAnswer(model, { route: "list", type: "posts" }, "");
    const builder = new BodyBuilder(workspace.database.$client, "");
    const body = await builder.build(described, new AbortController().signal);
    expect(body).not.toHaveProperty("bytes");
    expect(new Answer(body, model.revision, []).bytes).toBeLessThan(body.size / 4);
  });

  it("shows one moment, whatever is written while it is built", async () => {
    const { runChange, models, database, organizationId, owner } = workspace;
    let isWriting = true;
    const [first, second] = (await server.read(organizationId, "/content/posts?limit=2&sort=-createdAt")).body
      .entries;
    let versions = new Map<EntryId, number>([
      [first.id, 1],
      [second.id, 1],
    ]);
    const remove = async (id: EntryId) => {
      const [entry] = await workspace.write({ do: "delete", entry: id, version: versions.get(id)! });
      versions = new Map(versions).set(id, entry!.version);
    };
    await remove(second.id);
    const writing = (async () => {
      // At each moment one of the two is there.
      for (let [there, gone] = [first.id, second.id]; isWriting; [there, gone] = [gone, there]) {
        const restored = await restoreEntry({ runChange, models, database }, organizationId, owner, gone);
        versions = new Map(versions).set(gone, restored.version);
        await remove(there);
      }
    })();
    for (let time = 0; time < 8; time++) {
      const { body } = await server.read(organizationId, "/content/posts?limit=1000");
      const ids: string[] = body.entries.map(({ id }: { id: string }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect([count - 1, count]).toContain(ids.length);
      expect(ids.includes(first.id) || ids.includes(second.id)).toBe(true);
    }
    isWriting = false;
    await writing;
  });

  it("is not built on for a client that has left, and its connections are free again", async () => {
    const { body } = await server.read(workspace.organizationId, "/content/posts?limit=1");
    const headers = { "x-organization": workspace.organizationId };
    const leaving = request(server.url(`/content/posts?where[title][ne]=${body.entries[0].id}`), { headers });
    leaving.on("error", () => {}).end();
    await waitUntil(() => !isIdle());
    leaving.destroy();
    await waitUntil(isIdle);
  });

  it("ends between two batches when nobody waits any more", async () => {
    const described = describeAnswer(await workspace.model(), { route: "list", type: "posts" }, "sort=title");
    const builder = new BodyBuilder(workspace.database.$client, "");
    const abort = new AbortController();
    const building = builder.build(described, abort.signal);
    abort.abort();
    await expect(building).rejects.toThrow("aborted");
    await waitUntil(isIdle);
  });
});

describe("more entries than an answer holds", () => {
  it("are never cut off in silence: the cursor leads to the rest", async () => {
    await workspace.createType({ name: "Grains", kind: "collection", fields: [] });
    const type = (await workspace.model()).typeBySlug.get("grains")!;
    await workspace.runChange(workspace.organizationId, workspace.owner, "shared", async (change) => {
      await workspace.database.$client.query(
        `insert into entries (organization_id, id, type_id, slug, title, title_key, search, created_at, updated_at)
         select $1, 'ent_01kb1m3v9rf0wbq7t8x' || lpad(n::text, 7, '0'), $2, 'g-' || n, 'g', 'g', ''::tsvector, now(), now()
         from generate_series(1, $3::int) n`,
        [workspace.organizationId, type.id, queryLimits.all + 30],
      );
      change.contentChanged();
    });
    const { body } = await server.read(workspace.organizationId, "/content/grains?sort=id");
    expect(body.entries).toHaveLength(queryLimits.all);
    const rest = await server.read(
      workspace.organizationId,
      `/content/grains?sort=id&cursor=${body.nextCursor}`,
    );
    expect([rest.body.entries.length, rest.body.nextCursor]).toEqual([30, null]);
    const ids = [...body.entries, ...rest.body.entries].map(({ id }: { id: string }) => id);
    expect(ids).toEqual([...new Set(ids)].sort());
  });
});

describe("references that would fill memory", () => {
  it("are a 400 that says what to do", async () => {
    await workspace.createType({ name: "Leaves", kind: "collection", fields: [] });
    await workspace.createType({
      name: "Trees",
      kind: "collection",
      fields: [{ name: "Leaves", type: "multi_reference", collection: "leaves" }],
    });
    await workspace.createType({
      name: "Woods",
      kind: "collection",
      fields: [{ name: "Trees", type: "multi_reference", collection: "trees" }],
    });
    const leaves = await workspace.write(
      ...Array.from({ length: 100 }, (_, at) => ({
        do: "create" as const,
        type: "leaves",
        title: `Leaf ${at}`,
        fields: {},
      })),
    );
    const fields = { leaves: leaves.map(({ id }) => id) };
    const trees = await workspace.write(
      ...Array.from({ length: 100 }, (_, at) => ({
        do: "create" as const,
        type: "trees",
        title: `Tree ${at}`,
        fields,
      })),
    );
    await workspace.create("woods", "Wood", { trees: trees.map(({ id }) => id) });
    const { status, body } = await server.read(
      workspace.organizationId,
      "/content/woods?include=trees.leaves",
    );
    expect(status).toBe(400);
    expect(body.data.issues[0]).toMatchObject({
      path: "include",
      message: expect.stringContaining("More than 10,000 references"),
    });
    expect((await server.read(workspace.organizationId, "/content/woods?include=trees")).status).toBe(200);
  });
});
