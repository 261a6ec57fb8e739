import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import S3rver from "@20minutes/s3rver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DiskStore } from "./disk-store.js";
import { type ObjectKey, ObjectMissing, type ObjectStore, StorageFailure } from "./object-store.js";
import { bucketUrl, type S3Settings } from "./s3-settings.js";
import { S3Store } from "./s3-store.js";

let folder: string;
let s3: S3rver;
let s3Settings: S3Settings;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lintel-storage-"));
  s3 = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: join(folder, "s3"),
    configureBuckets: [{ name: "media" }],
  });
  const { port } = await s3.run();
  s3Settings = {
    endpoint: `http://127.0.0.1:${port}`,
    region: "us-east-1",
    bucket: "media",
    accessKeyId: "S3RVER",
    secretAccessKey: "S3RVER",
    pathStyle: true,
  };
});

afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const drivers: { name: string; create: () => ObjectStore }[] = [
  { name: "disk", create: () => new DiskStore(join(folder, "disk")) },
  { name: "S3", create: () => new S3Store(s3Settings) },
];

describe.each(drivers)("the $name store", ({ create }) => {
  let store: ObjectStore;
  beforeAll(() => {
    store = create();
  });

  const newKey = (): ObjectKey => `assets/${randomBytes(16).toString("hex")}`;
  const factsOf = (content: Buffer) => ({
    size: content.length,
    sha256: createHash("sha256").update(content).digest("hex"),
    contentType: "application/octet-stream",
  });
  const put = (key: ObjectKey, content: Buffer) => store.put(key, Readable.from([content]), factsOf(content));
  const read = async (key: ObjectKey, start?: number, end?: number) =>
    buffer(await store.get(key, start === undefined ? {} : { range: { start, end: end! } }));

  test("gives back the bytes that were put", async () => {
    const key = newKey();
    const content = randomBytes(300_000);
    const chunks = Array.from({ length: 30 }, (_, part) =>
      content.subarray(part * 10_000, (part + 1) * 10_000),
    );
    await store.put(key, Readable.from(chunks), factsOf(content));
    expect((await read(key)).equals(content)).toBe(true);
  });

  test("holds an empty object", async () => {
    const key = newKey();
    await put(key, Buffer.alloc(0));
    expect(await read(key)).toHaveLength(0);
    expect((await store.head(key))?.size).toBe(0);
  });

  test("gives a range with both its ends", async () => {
    const key = newKey();
    await put(key, Buffer.from("0123456789"));
    expect(String(await read(key, 2, 5))).toBe("2345");
    expect(String(await read(key, 9, 9))).toBe("9");
    expect(String(await read(key, 0, 9))).toBe("0123456789");
  });

  test("says size and time of an object, and null of one that is not there", async () => {
    const key = newKey();
    expect(await store.head(key)).toBeNull();
    await put(key, Buffer.from("abc"));
    const facts = await store.head(key);
    expect(facts?.size).toBe(3);
    expect(Math.abs((facts?.modifiedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  test("refuses to get what is not there", async () => {
    await expect(store.get(newKey())).rejects.toThrow(ObjectMissing);
  });

  test("deletes, and does not mind when nothing was there", async () => {
    const key = newKey();
    await put(key, Buffer.from("abc"));
    await store.delete(key);
    expect(await store.head(key)).toBeNull();
    await expect(store.delete(key)).resolves.toBeUndefined();
  });

  test("lists everything under a prefix and nothing else", async () => {
    const keys = Array.from({ length: 11 }, (_, n): ObjectKey => `listed/${n % 3}/n${n}`);
    for (const key of keys) await put(key, Buffer.from(key));
    await put("listed-too/1", Buffer.from("beside"));

    const listed = await all(store.list("listed/"));
    expect(listed.map((object) => object.key).sort()).toEqual([...keys].sort());
    expect(listed.every((object) => object.size === object.key.length)).toBe(true);
    expect(listed.every((object) => Math.abs(object.modifiedAt.getTime() - Date.now()) < 60_000)).toBe(true);
    expect(await all(store.list("nothing-here/"))).toEqual([]);
  });

  test("leaves nothing behind when the content breaks off", async () => {
    const key = newKey();
    const content = new Readable({
      read() {
        this.push("first part");
        this.destroy(new Error("the sender went away"));
      },
    });
    await expect(store.put(key, content, { ...factsOf(Buffer.alloc(0)), size: 100 })).rejects.toThrow();
    expect(await store.head(key)).toBeNull();
    expect(await all(store.list("incoming/"))).toEqual([]);
  });

  test.each([
    ["shorter", 5],
    ["longer", 15],
  ])("refuses content that is %s than announced", async (_, size) => {
    const key = newKey();
    const content = Buffer.from("0123456789");
    await expect(store.put(key, Readable.from([content]), { ...factsOf(content), size })).rejects.toThrow();
    expect(await store.head(key)).toBeNull();
  });

  test("stops reading when the reader aborts", async () => {
    const key = newKey();
    await put(key, randomBytes(4_000_000));
    const abort = new AbortController();
    const stream = await store.get(key, { signal: abort.signal });
    abort.abort();
    await expect(buffer(stream)).rejects.toThrow(/abort/i);
  });

  test.each([
    "assets/../../etc/passwd",
    "/etc/passwd",
    "assets/a\0b",
    "assets//b",
    "assets/Ä",
    "assets/.hidden",
    "assets\\b",
    "assets",
    `assets/${"a".repeat(300)}`,
  ])("trust 26: refuses %j as a key", async (key) => {
    await expect(put(key as ObjectKey, Buffer.from("x"))).rejects.toThrow("Not an object key");
    await expect(store.get(key as ObjectKey)).rejects.toThrow("Not an object key");
    await expect(store.head(key as ObjectKey)).rejects.toThrow("Not an object key");
    await expect(store.delete(key as ObjectKey)).rejects.toThrow("Not an object key");
  });
});

describe("the disk store alone", () => {
  test("shows what a crash left half-written, so that it can be swept", async () => {
    const root = join(folder, "crashed");
    const store = new DiskStore(root);
    await store.put("assets/1", Readable.from(["a"]), { size: 1, sha256: "", contentType: "text/plain" });
    await writeFile(join(root, "incoming", "0123"), "half of a fi");
    expect((await all(store.list("incoming/"))).map((object) => object.key)).toEqual(["incoming/0123"]);
  });

  test("says what is wrong with the disk, and what to do", async () => {
    const root = join(folder, "blocked");
    await writeFile(root, "a file where the folder should be");
    const put = new DiskStore(root).put("assets/1", Readable.from(["a"]), {
      size: 1,
      sha256: "",
      contentType: "text/plain",
    });
    await expect(put).rejects.toThrow(StorageFailure);
    await expect(put).rejects.toThrow(/blocked: A file stands where a folder is needed\. Move it away\./);
  });

  test("leaves files out that are not its own", async () => {
    const root = join(folder, "shared");
    const store = new DiskStore(root);
    await store.put("assets/1", Readable.from(["a"]), { size: 1, sha256: "", contentType: "text/plain" });
    await writeFile(join(root, "assets", ".DS_Store"), "");
    expect(await all(store.list("assets/"))).toHaveLength(1);
    expect(await readdir(join(root, "assets"))).toHaveLength(2);
  });
});

describe("the S3 store alone", () => {
  test("says what S3 refused, where, and which settings to look at", async () => {
    const store = new S3Store({ ...s3Settings, secretAccessKey: "wrong" });
    await expect(store.head("assets/1")).rejects.toThrow(StorageFailure);
    await expect(store.get("assets/1")).rejects.toThrow(
      /GET "assets\/1" in bucket "media": it answered 403 SignatureDoesNotMatch.*S3_\*/,
    );
  });

  test("says so when the bucket does not exist", async () => {
    const store = new S3Store({ ...s3Settings, bucket: "no-such-bucket" });
    const put = store.put("assets/1", Readable.from(["a"]), {
      size: 1,
      sha256: "0".repeat(64),
      contentType: "text/plain",
    });
    await expect(put).rejects.toThrow(/no such bucket/);
  });

  test("says so when nothing listens there", async () => {
    const store = new S3Store({ ...s3Settings, endpoint: "http://127.0.0.1:9" });
    await expect(store.head("assets/1")).rejects.toThrow(/127\.0\.0\.1:9 failed to HEAD/);
  });

  const listening: Server[] = [];
  afterAll(() => {
    for (const server of listening) server.close();
  });

  async function storeBehind(answer: RequestListener): Promise<S3Store> {
    const server = createServer(answer);
    listening.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    return new S3Store({ ...s3Settings, endpoint: `http://127.0.0.1:${port}` });
  }

  test("tries again after an answer that may pass", async () => {
    let requests = 0;
    const store = await storeBehind((request, response) => {
      requests += 1;
      if (requests < 3) response.writeHead(503).end();
      else response.writeHead(204).end();
      request.resume();
    });
    await store.delete("assets/1");
    expect(requests).toBe(3);
  });

  test("reads every page of a list, and leaves out what is not ours", async () => {
    const contents = (key: string, size: number) =>
      `<Contents><Key>${key}</Key><LastModified>2026-03-04T09:30:00.000Z</LastModified><ETag>&quot;e&quot;</ETag><Size>${size}</Size></Contents>`;
    const pages: Record<string, string> = {
      "": `${contents("assets/a", 1)}<NextContinuationToken>t&amp;1=</NextContinuationToken>`,
      "t&1=": `${contents("assets/b", 2)}${contents("assets/Holiday.jpg", 3)}<NextContinuationToken>t2</NextContinuationToken>`,
      t2: contents("assets/c", 4),
    };
    const store = await storeBehind((request, response) => {
      const query = new URL(request.url ?? "", "http://s3").searchParams;
      const page = pages[query.get("continuation-token") ?? ""];
      response.end(
        `<?xml version="1.0"?><ListBucketResult><Prefix>assets/</Prefix>${page}</ListBucketResult>`,
      );
    });
    expect(await all(store.list("assets/"))).toEqual([
      { key: "assets/a", size: 1, modifiedAt: new Date("2026-03-04T09:30:00Z") },
      { key: "assets/b", size: 2, modifiedAt: new Date("2026-03-04T09:30:00Z") },
      { key: "assets/c", size: 4, modifiedAt: new Date("2026-03-04T09:30:00Z") },
    ]);
  });

  test("puts the bucket into the path or before the host", async () => {
    const settings = { ...s3Settings, endpoint: "https://s3.eu-central-1.amazonaws.com" };
    expect(bucketUrl({ ...settings, pathStyle: true })).toBe("https://s3.eu-central-1.amazonaws.com/media");
    expect(bucketUrl({ ...settings, pathStyle: false })).toBe("https://media.s3.eu-central-1.amazonaws.com");
  });
});
