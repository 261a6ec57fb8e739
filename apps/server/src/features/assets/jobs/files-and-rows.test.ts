import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { conflict } from "../../../api/api-error.js";
import { newId } from "../../../db/new-id.js";
import { assets, auditRecords } from "../../../db/schema/index.js";
import type { ObjectKey } from "../../../storage/object-store.js";
import { type AssetServer, createAssetServer } from "../../../testing/asset-server.js";
import type { RunChange } from "../../changes/change.js";
import { storageKeyOf } from "../storage-key.js";
import { uploadAsset } from "../upload-asset.js";
import { purgeDeletedAssets } from "./purge-deleted.js";
import { sweepFiles } from "./sweep-files.js";

let server: AssetServer;
beforeAll(async () => {
  server = await createAssetServer();
});
afterAll(() => server.close());

const hour = 3_600_000;
const later = (milliseconds: number) => new Date(Date.now() + milliseconds);

const upload = (runChange: RunChange = server.runChange) =>
  uploadAsset({ ...server.services, runChange }, server.organizationId, server.owner, {
    content: Readable.from([Buffer.from("hello")]),
    name: "a.txt",
  });

async function files(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of server.services.uploads.store.list("assets/")) keys.push(key);
  return keys.sort();
}
const rows = async () =>
  (await server.database.select({ key: assets.storageKey }).from(assets)).map(({ key }) => key).sort();
const auditCount = () => server.database.$count(auditRecords);

const put = (key: ObjectKey) =>
  server.services.uploads.store.put(key, Readable.from([Buffer.from("x")]), {
    size: 1,
    sha256: "",
    contentType: "text/plain",
  });

/** Every row has its file and every file its row; nothing waits in between. */
async function expectNoLooseEnds(): Promise<void> {
  expect(await files()).toEqual(await rows());
  expect(await readdir(join(server.folder, "assets", "incoming")).catch(() => [])).toEqual([]);
}

describe("trust 27: neither an orphan nor a dangling row", () => {
  afterEach(expectNoLooseEnds);

  test("when the database refuses the row", async () => {
    await server.database.execute(sql`alter table assets add constraint refused check (size < 0) not valid`);
    const records = await auditCount();
    await expect(upload()).rejects.toThrow();
    await server.database.execute(sql`alter table assets drop constraint refused`);
    expect(await auditCount()).toBe(records);
  });

  test("when the change is refused after its row was written", async () => {
    const refusing: RunChange = (organizationId, actor, exclusion, work) =>
      server.runChange(organizationId, actor, exclusion, async (change) => {
        await work(change);
        throw conflict("No.");
      });
    await expect(upload(refusing)).rejects.toThrow("No.");
  });

  test("when the store fails", async () => {
    const { uploads } = server.services;
    const { store } = uploads;
    const put = store.put.bind(store);
    store.put = () => Promise.reject(new Error("disk full"));
    await expect(upload()).rejects.toThrow("disk full");
    store.put = put;
  });

  test("when the sender goes away", async () => {
    const content = Readable.from(
      (async function* () {
        yield Buffer.from("half");
        throw new Error("connection lost");
      })(),
    );
    const half = uploadAsset(server.services, server.organizationId, server.owner, {
      content,
      name: "a.txt",
    });
    await expect(half).rejects.toThrow("connection lost");
  });

  test("when the connection to the database is lost before the commit: the sweep takes the file", async () => {
    const losing: RunChange = (organizationId, actor, exclusion, work) =>
      server.runChange(organizationId, actor, exclusion, async (change) => {
        const result = await work(change);
        await change.tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
        return result;
      });
    await expect(upload(losing)).rejects.toThrow();
    expect(await files()).toHaveLength((await rows()).length + 1);
    expect(await sweepFiles(server.services)).toEqual({ removed: 0 });
    expect(await sweepFiles(server.services, later(2 * hour))).toEqual({ removed: 1 });
  });

  test("when the answer to the commit is lost: the file stays with its row", async () => {
    const before = (await rows()).length;
    const deaf: RunChange = async (...change) => {
      await server.runChange(...change);
      throw new Error("Connection terminated unexpectedly");
    };
    await expect(upload(deaf)).rejects.toThrow("Connection terminated");
    expect(await rows()).toHaveLength(before + 1);
    expect(await sweepFiles(server.services, later(2 * hour))).toEqual({ removed: 0 });
  });

  test("when the process was killed between file and row, or half-way through a file", async () => {
    await put(storageKeyOf(server.organizationId, newId("asset")));
    await put("incoming/00000000000000000000000000000000");
    const spool = join(server.folder, "assets", "incoming");
    await mkdir(spool, { recursive: true });
    await writeFile(join(spool, "abandoned"), "half");
    const old = Date.now() / 1_000 - 7_200;
    await utimes(join(spool, "abandoned"), old, old);
    expect(await sweepFiles(server.services, later(2 * hour))).toEqual({ removed: 3 });
  });
});

test("the sweep keeps its hands off what may be another's", async () => {
  const foreign: ObjectKey[] = [
    storageKeyOf(newId("organization"), newId("asset")),
    "assets/somebody/else",
    "incoming/report",
  ];
  for (const key of foreign) await put(key);
  expect(await sweepFiles(server.services, later(2 * hour))).toEqual({ removed: 0 });
  for (const key of foreign) {
    expect(await server.services.uploads.store.head(key)).not.toBeNull();
    await server.services.uploads.store.delete(key);
  }
});

test("the sweep goes through more files than it looks up at once", async () => {
  const kept = await upload();
  for (let n = 0; n < 1_100; n++) await put(storageKeyOf(server.organizationId, newId("asset")));
  expect(await sweepFiles(server.services, later(2 * hour))).toEqual({ removed: 1_100 });
  expect(await files()).toContain(storageKeyOf(server.organizationId, kept.id));
  await expectNoLooseEnds();
});

test("a deletion can be taken back for 30 days, and then row and file go", async () => {
  const asset = await upload();
  await server.call("DELETE", `/${asset.id}`);
  expect(await purgeDeletedAssets(server.services, later(29 * 24 * hour))).toEqual({ purged: 0 });
  expect((await server.call("POST", `/${asset.id}/restore`)).status).toBe(200);
  await server.call("DELETE", `/${asset.id}`);
  expect(await purgeDeletedAssets(server.services, later(31 * 24 * hour))).toEqual({ purged: 1 });
  expect((await server.call("GET", `/${asset.id}`)).status).toBe(404);
  expect(await files()).not.toContain(storageKeyOf(server.organizationId, asset.id));
  await expectNoLooseEnds();
});

test("many uploads at the same time each get a row and a file", async () => {
  const uploaded = await Promise.all(Array.from({ length: 25 }, () => upload()));
  expect(new Set(uploaded.map(({ id }) => id)).size).toBe(25);
  await expectNoLooseEnds();
});
