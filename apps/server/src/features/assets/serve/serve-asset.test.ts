import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, get as httpGet, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";

import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ApiError } from "../../../api/api-error.js";
import { newId } from "../../../db/new-id.js";
import { DiskStore } from "../../../storage/disk-store.js";
import { StorageFailure } from "../../../storage/object-store.js";
import { animation, picture, redAndBlue } from "../../../testing/asset-fixtures.js";
import { quiet } from "../../../testing/quiet-log.js";
import { ImageWorkshop } from "../image-workshop.js";
import { inspectUpload, type UploadSettings } from "../inspect/inspect-upload.js";
import { storageKeyOf } from "../storage-key.js";
import { ImageVariants } from "../variants/image-variants.js";
import { VariantCache } from "../variants/variant-cache.js";
import { assetUrl, isHashOf } from "./asset-url.js";
import { createServeAsset, type ServedAsset } from "./serve-asset.js";

const organization = newId("organization");
let folder: string;
let store: DiskStore;
let uploads: UploadSettings;
let server: Server;
let origin: string;
/** Requests whose answers have not left yet. */
let underWay = 0;
const assets = new Map<string, ServedAsset>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lintel-serve-"));
  store = new DiskStore(join(folder, "files"));
  const workshop = new ImageWorkshop(4_000_000);
  const spoolFolder = join(folder, "spool");
  uploads = { store, workshop, spoolFolder, maxBytes: 5_000_000 };
  const cache = new VariantCache(join(folder, "variants"), 50_000_000);
  const serve = createServeAsset({
    store,
    variants: new ImageVariants({ store, workshop, cache, spoolFolder }),
    log: quiet,
  });
  server = createServer(async (request, response) => {
    underWay += 1;
    response.once("close", () => {
      underWay -= 1;
    });
    try {
      const [, , id = "", hash = "", name, deeper] = new URL(request.url ?? "", origin).pathname.split("/");
      const asset = assets.get(id);
      if (!asset || !isHashOf(hash, asset) || !name || deeper) throw new ApiError("NOT_FOUND");
      await serve(request, response, asset);
    } catch (error) {
      if (!(error instanceof ApiError) || response.headersSent) return response.destroy();
      response.writeHead(error.status, { "content-type": "application/json" });
      response.end(JSON.stringify(error.toBody()));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

/** Uploads, and answers with the public address. */
async function upload(content: Buffer | string, name: string): Promise<string> {
  const id = newId("asset");
  const key = storageKeyOf(organization, id);
  const asset = { id, ...(await inspectUpload(Readable.from([Buffer.from(content)]), name, key, uploads)) };
  assets.set(asset.id, asset);
  return assetUrl(origin, asset);
}

const get = (url: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(url, { method, headers });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const imageOf = async (response: Response) => {
  expect(response.status).toBe(200);
  return sharp(await bytesOf(response), { animated: true });
};
const pixel = async (image: Sharp, left: number, top: number) => [
  ...(await image.clone().extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
];

describe("an original", () => {
  test("comes as it was uploaded, to be kept for ever", async () => {
    const content = await picture(40, 30).png().toBuffer();
    const response = await get(await upload(content, "Plan 1.png"));
    expect(response.status).toBe(200);
    expect((await bytesOf(response)).equals(content)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/png",
      "content-length": String(content.length),
      "content-disposition": 'inline; filename="Plan 1.png"',
      "cache-control": "public, max-age=31536000, immutable",
      "accept-ranges": "bytes",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "cross-origin",
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    });
  });

  test("answers 304 to who has it", async () => {
    const url = await upload("hello", "a.txt");
    const etag = (await get(url)).headers.get("etag")!;
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const response = await get(url, { "if-none-match": tags });
      expect(response.status).toBe(304);
      expect(response.headers.get("etag")).toBe(etag);
      expect(await response.text()).toBe("");
    }
    expect((await get(url, { "if-none-match": '"other"' })).status).toBe(200);
  });

  test("gives a range, and says when there is none", async () => {
    const url = await upload("0123456789", "a.txt");
    const part = await get(url, { range: "bytes=2-5" });
    expect(part.status).toBe(206);
    expect(part.headers.get("content-range")).toBe("bytes 2-5/10");
    expect(part.headers.get("content-length")).toBe("4");
    expect(await part.text()).toBe("2345");
    expect(await (await get(url, { range: "bytes=-1" })).text()).toBe("9");

    const beyond = await get(url, { range: "bytes=10-" });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get("content-range")).toBe("bytes */10");
    expect(await beyond.json()).toMatchObject({ defined: true, code: "RANGE_NOT_SATISFIABLE", status: 416 });

    const several = await get(url, { range: "bytes=0-1,4-5" });
    expect(several.status).toBe(200);
    expect(await several.text()).toBe("0123456789");
  });

  test("gives a range only of the bytes that the client began with", async () => {
    const url = await upload("0123456789", "a.txt");
    const etag = (await get(url)).headers.get("etag")!;
    expect((await get(url, { range: "bytes=2-5", "if-range": etag })).status).toBe(206);
    expect((await get(url, { range: "bytes=2-5", "if-range": '"other"' })).status).toBe(200);
    expect((await get(url, { range: "bytes=2-5", "if-range": `W/${etag}` })).status).toBe(200);
    expect((await get(url, { range: "bytes=2-5", "if-range": new Date().toUTCString() })).status).toBe(200);
  });

  test("answers HEAD with everything but the bytes", async () => {
    const url = await upload("0123456789", "a.txt");
    const response = await get(url, { range: "bytes=2-5" }, "HEAD");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-length")).toBe("10");
    expect(await response.text()).toBe("");
  });

  test("takes no other method", async () => {
    const response = await get(await upload("x", "a.txt"), {}, "POST");
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, HEAD");
    expect(await response.json()).toMatchObject({ code: "METHOD_NOT_SUPPORTED" });
  });

  test("is found under its hash alone", async () => {
    const url = await upload("hello", "a.txt");
    expect((await get(url.replace(/[0-9a-f]{8}\/a\.txt$/, "00000000/a.txt"))).status).toBe(404);
    expect((await get(url.replace("a.txt", "renamed.txt"))).status).toBe(200);
    expect((await get(`${url}/deeper`)).status).toBe(404);
    expect((await get(url.replace("a.txt", "")))?.status).toBe(404);
  });

  test("says its name in any script", async () => {
    const response = await get(await upload("x", "Überblick “1”.txt"));
    expect(response.headers.get("content-disposition")).toBe(
      "attachment; filename=\"_berblick _1_.txt\"; filename*=UTF-8''%C3%9Cberblick%20%E2%80%9C1%E2%80%9D.txt",
    );
  });

  test("whose file is missing is a 404, and whose store fails a 503", async () => {
    const url = await upload("here today", "a.txt");
    const asset = assets.get(url.split("/")[4]!)!;
    await store.delete(asset.storageKey);
    const response = await get(url);
    expect(response.status).toBe(404);
    expect(response.headers.get("cache-control")).toBeNull();
    expect(await response.json()).toMatchObject({
      code: "NOT_FOUND",
      message: "The file of this asset is missing.",
    });

    const original = store.get.bind(store);
    store.get = () => Promise.reject(new StorageFailure("unreachable"));
    expect((await get(url)).status).toBe(503);
    store.get = original;
  });
});

describe("trust 25: what a browser could run", () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script><path d="M0 0"/></svg>';
  const html = "<!doctype html><script>alert(1)</script>";

  test.each([
    ["SVG", svg, "logo.svg", "image/svg+xml; charset=utf-8"],
    ["SVG named as PNG", svg, "logo.png", "image/svg+xml; charset=utf-8"],
    ["HTML", html, "page.html", "text/html; charset=utf-8"],
    ["HTML named as PNG", html, "page.png", "text/html; charset=utf-8"],
    [
      "XHTML",
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>',
      "a.xhtml",
      "text/html; charset=utf-8",
    ],
    ["XML", '<?xml version="1.0"?><feed/>', "a.xml", "application/xml; charset=utf-8"],
    ["JavaScript", "alert(1)", "a.js", "text/plain; charset=utf-8"],
    ["bytes", randomBytes(64), "a.exe", "application/octet-stream"],
    ["TIFF", null, "a.tiff", "image/tiff"],
  ])("%s is handed out for saving, in a sandbox", async (_, content, name, contentType) => {
    const response = await get(await upload(content ?? (await picture(9, 9).tiff().toBuffer()), name));
    expect(response.headers.get("content-type")).toBe(contentType);
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; /);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none';.* sandbox$/);
    if (contentType.startsWith("image/svg")) expect(await response.text()).not.toMatch(/alert|onload|script/);
  });

  test.each([
    ["video", "\0\0\0\x18ftypisom\0\0\0\0isommp42", "video/mp4"],
    ["audio", "ID3\x04\0\0\0\0\0\0", "audio/mpeg"],
    ["PDF", "%PDF-1.7\n%\xe2\xe3", "application/pdf"],
  ])("%s is shown, and may load nothing but itself", async (_, content, contentType) => {
    const response = await get(await upload(Buffer.from(content, "latin1"), "a"));
    expect(response.headers.get("content-type")).toBe(contentType);
    expect(response.headers.get("content-disposition")).toMatch(/^inline; /);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; (media|object)-src 'self';/,
    );
  });
});

describe("a variant", () => {
  test("has the size and format that were asked for, and the same headers of safety", async () => {
    const url = await upload(await picture(400, 300).jpeg().toBuffer(), "Beam.jpeg");
    const response = await get(`${url}?w=100&format=webp`);
    expect(response.headers.get("content-type")).toBe("image/webp");
    expect(response.headers.get("content-disposition")).toBe('inline; filename="Beam.webp"');
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    expect(await (await imageOf(response)).metadata()).toMatchObject({
      format: "webp",
      width: 100,
      height: 75,
    });
  });

  test.each([
    ["webp", "webp"],
    ["avif", "heif"],
    ["jpeg", "jpeg"],
    ["png", "png"],
  ])("can be %s", async (asked, made) => {
    const url = await upload(await picture(64, 64).png().toBuffer(), "a.png");
    const response = await get(`${url}?format=${asked}`);
    expect(response.headers.get("content-type")).toBe(`image/${asked}`);
    expect((await (await imageOf(response)).metadata()).format).toBe(made);
  });

  test("of format auto follows what the client accepts, and says so to caches", async () => {
    const url = await upload(await picture(64, 64).jpeg().toBuffer(), "a.jpg");
    const modern = await get(`${url}?format=auto`, { accept: "image/avif,image/webp,*/*;q=0.8" });
    const old = await get(`${url}?format=auto`, { accept: "image/png,*/*;q=0.8" });
    expect(modern.headers.get("content-type")).toBe("image/webp");
    expect(old.headers.get("content-type")).toBe("image/jpeg");
    expect(modern.headers.get("vary")).toBe("Accept");
    expect(old.headers.get("vary")).toBe("Accept");
    expect(modern.headers.get("etag")).not.toBe(old.headers.get("etag"));
    expect((await get(`${url}?format=webp`)).headers.get("vary")).toBeNull();
  });

  test("fits inside, covers or is contained", async () => {
    const url = await upload(await (await redAndBlue(200, 100)).png().toBuffer(), "a.png");
    const inside = await imageOf(await get(`${url}?w=50&h=50`));
    expect(await inside.metadata()).toMatchObject({ width: 50, height: 25 });

    const cover = await imageOf(await get(`${url}?w=50&h=50&fit=cover`));
    expect(await cover.metadata()).toMatchObject({ width: 50, height: 50 });
    expect(await pixel(cover, 2, 2)).toEqual([255, 0, 0]);
    expect(await pixel(cover, 47, 47)).toEqual([0, 0, 255]);

    const contained = await imageOf(await get(`${url}?w=50&h=50&fit=contain&format=jpeg`));
    expect(await contained.metadata()).toMatchObject({ width: 50, height: 50 });
    expect(Math.min(...(await pixel(contained, 25, 2)))).toBeGreaterThan(240);

    const clear = await imageOf(await get(`${url}?w=50&h=50&fit=contain`));
    const corner = await clear.extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer();
    expect(corner[3]).toBe(0);
  });

  test("is never larger than its original unless asked", async () => {
    const url = await upload(await picture(100, 50).png().toBuffer(), "a.png");
    const size = async (query: string) => {
      const { width, height } = await (await imageOf(await get(`${url}?${query}`))).metadata();
      return [width, height];
    };
    expect(await size("w=400")).toEqual([100, 50]);
    expect(await size("w=400&enlarge=true")).toEqual([400, 200]);
    expect(await size("w=400&h=400&fit=cover")).toEqual([50, 50]);
    expect(await size("w=400&h=400&fit=contain")).toEqual([100, 100]);
  });

  test("stands upright and keeps to itself where the photograph was taken", async () => {
    const content = await (await redAndBlue(200, 100))
      .withExif({ IFD0: { Artist: "Ada" }, IFD3: { GPSLatitude: "52/1 31/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const image = await imageOf(await get(`${await upload(content, "a.jpg")}?w=50`));
    const metadata = await image.metadata();
    expect(metadata).toMatchObject({ width: 50, height: 100 });
    expect(metadata.exif).toBeUndefined();
    expect(metadata.orientation).toBeUndefined();
    expect((await pixel(image, 25, 5))[0]).toBeGreaterThan(200);
    expect((await pixel(image, 25, 95))[2]).toBeGreaterThan(200);
  });

  test("of an animation moves where the format can, and is its first frame where not", async () => {
    const url = await upload(await animation(4, 40, 30), "a.gif");
    const webp = await (await imageOf(await get(`${url}?w=20&format=webp`))).metadata();
    expect(webp).toMatchObject({ format: "webp", pages: 4, width: 20, pageHeight: 15 });
    const gif = await (await imageOf(await get(`${url}?w=20`))).metadata();
    expect(gif).toMatchObject({ format: "gif", pages: 4 });
    const still = await imageOf(await get(`${url}?w=20&format=png`));
    expect((await still.metadata()).pages ?? 1).toBe(1);
    expect(await pixel(still, 10, 7)).toEqual([255, 0, 0]);
  });

  test("made as JPEG of something transparent is white behind", async () => {
    const content = await sharp({ create: { width: 20, height: 20, channels: 4, background: "#ff000000" } })
      .png()
      .toBuffer();
    const image = await imageOf(await get(`${await upload(content, "a.png")}?format=jpeg`));
    expect(Math.min(...(await pixel(image, 10, 10)))).toBeGreaterThan(250);
  });

  test("of less quality is smaller", async () => {
    const url = await upload(await picture(200, 200).png().toBuffer(), "a.png");
    const size = async (q: number) => (await bytesOf(await get(`${url}?format=jpeg&q=${q}`))).length;
    expect(await size(20)).toBeLessThan(await size(90));
  });

  test("answers conditions and ranges like any file", async () => {
    const url = `${await upload(await picture(50, 50).png().toBuffer(), "a.png")}?w=20`;
    const whole = await get(url);
    const content = await bytesOf(whole);
    const etag = whole.headers.get("etag")!;
    expect((await get(url, { "if-none-match": etag })).status).toBe(304);
    const part = await get(url, { range: "bytes=1-3" });
    expect(part.status).toBe(206);
    expect(await bytesOf(part)).toEqual(content.subarray(1, 4));
    const head = await get(url, {}, "HEAD");
    expect(head.headers.get("content-length")).toBe(String(content.length));
  });

  test("asked for by many at once is made once", async () => {
    const url = `${await upload(await picture(800, 600).png().toBuffer(), "a.png")}?w=333&format=webp`;
    const before = (await readdir(join(folder, "variants"))).length;
    let reads = 0;
    const original = store.get.bind(store);
    store.get = (...args) => {
      reads += 1;
      return original(...args);
    };
    const answers = await Promise.all(Array.from({ length: 20 }, async () => bytesOf(await get(url))));
    store.get = original;
    expect(answers.every((answer) => answer.equals(answers[0]!))).toBe(true);
    expect(reads).toBe(1);
    expect(await readdir(join(folder, "variants"))).toHaveLength(before + 1);
    expect(await readdir(join(folder, "spool"))).toEqual([]);
  });

  test("trust 16: is not made for visitors who left before its turn, and one image does not fill the queue", async () => {
    const url = await upload(await picture(30, 20).png().toBuffer(), "a.png");
    const other = await upload(await picture(31, 20).png().toBuffer(), "b.png");
    let free = () => {};
    const busy = new Promise<void>((resolve) => {
      free = resolve;
    });
    const occupied = Array.from({ length: 4 }, () => uploads.workshop.run(() => busy));
    const before = (await readdir(join(folder, "variants"))).length;
    const leaving = new AbortController();
    const asked = Array.from({ length: 12 }, (_, n) =>
      fetch(`${url}?w=${n + 1}`, { signal: leaving.signal }).then(
        ({ status, headers }) => `${status} ${headers.get("retry-after")}`,
        () => "left",
      ),
    );
    await expect.poll(() => Promise.race([...asked, "all wait"])).toBe("503 5");
    const patient = get(`${other}?w=5`);
    await expect.poll(() => underWay).toBe(9);
    leaving.abort();
    await expect.poll(() => underWay).toBe(1);
    const again = get(`${url}?w=20`);
    await expect.poll(() => underWay).toBe(2);
    free();
    await Promise.all(occupied);
    expect((await patient).status).toBe(200);
    expect((await again).status).toBe(200);
    expect(await readdir(join(folder, "variants"))).toHaveLength(before + 2);
  });

  test("trust 16: of very many pixels is refused, also when only its frames are many", async () => {
    const url = await upload(await picture(40, 30).png().toBuffer(), "a.png");
    const still = await get(`${url}?w=4096&h=4096&fit=cover&enlarge=true&format=avif&q=100`);
    expect(still.status).toBe(400);
    expect(await still.json()).toMatchObject({
      message: expect.stringContaining("avif has 4000000 at most"),
    });
    const moving = await get(`${await upload(await animation(6, 40, 30), "a.gif")}?w=3000&enlarge=true`);
    expect(moving.status).toBe(400);
    expect(await moving.json()).toMatchObject({
      message: expect.stringContaining("6 frames of 3000 × 2250"),
    });
  });

  test.each([
    ["w=0", "w"],
    ["w=5000", "w"],
    ["width=100", "width"],
    ["w=1&w=2", "w"],
    ["fit=cover&w=10", "fit"],
    ["format=exe", "format"],
  ])("asked for with ?%s is refused with the place named", async (query, path) => {
    const url = await upload(await picture(9, 9).png().toBuffer(), "a.png");
    const response = await get(`${url}?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      defined: true,
      code: "BAD_REQUEST",
      data: { issues: [{ path, message: expect.any(String) }] },
    });
  });

  test("exists of images alone", async () => {
    const response = await get(`${await upload("a,b", "t.csv")}?w=10`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      message: expect.stringContaining("this asset is text/csv"),
    });
  });

  test("of a drawing is the drawing, and never pixels", async () => {
    const url = await upload('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', "a.svg");
    expect((await get(`${url}?w=100`)).headers.get("content-type")).toMatch(/^image\/svg/);
    expect((await get(`${url}?w=100&format=auto`)).headers.get("content-type")).toMatch(/^image\/svg/);
    expect((await get(`${url}?w=100&format=png`)).status).toBe(400);
  });
});

test("a client that goes away stops the file from being read", async () => {
  const url = await upload(randomBytes(4_500_000), "large.bin");
  const opened: Readable[] = [];
  const original = store.get.bind(store);
  store.get = async (...args) => {
    const stream = await original(...args);
    opened.push(stream);
    return stream;
  };
  const response = await new Promise<IncomingMessage>((resolve) => httpGet(url, resolve));
  response.once("readable", () => response.destroy());
  await expect.poll(() => opened[0]?.destroyed).toBe(true);
  store.get = original;
  expect((opened[0] as unknown as { bytesRead: number }).bytesRead).toBeLessThan(4_500_000);
});

test("a file that breaks off while it is sent breaks the answer off", async () => {
  const url = await upload(randomBytes(100_000), "a.bin");
  const original = store.get.bind(store);
  store.get = async () =>
    Readable.from(
      (async function* () {
        yield randomBytes(1_000);
        throw new Error("the disk failed");
      })(),
    );
  await expect(get(url).then(bytesOf)).rejects.toThrow();
  store.get = original;
});

test("trust 17: a chunked body past the limit is refused while it comes, with flat memory", async () => {
  const limit = 1_000_000;
  let refusedAfter = 0;
  const receiver = createServer(async (request, response) => {
    const outcome = await inspectUpload(request, "a.bin", "assets/endless", {
      ...uploads,
      maxBytes: limit,
    }).catch((error) => error);
    refusedAfter = request.socket.bytesRead;
    response.writeHead(outcome.status, { "content-type": "application/json" });
    response.end(JSON.stringify(outcome.toBody()));
    request.resume();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const { port } = receiver.address() as AddressInfo;

  const socket = connect(port, "127.0.0.1");
  socket.write("POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n");
  const chunk = Buffer.concat([Buffer.from("10000\r\n"), Buffer.alloc(65_536, 7), Buffer.from("\r\n")]);
  const before = process.memoryUsage().rss;
  // Endless, a chunk at a time: it ends when the answer comes. Whoever goes on writing into a connection that the
  // server has closed may lose what it said last.
  let answer = "";
  const answered = new Promise<void>((resolve) => {
    socket.on("data", (piece) => {
      answer += piece;
      if (answer.endsWith("}")) resolve();
    });
    socket.on("close", () => resolve());
  });
  const send = () => {
    if (!answer && !socket.destroyed) socket.write(chunk, () => setImmediate(send));
  };
  socket.on("error", () => {});
  send();
  await answered;
  socket.destroy();
  receiver.closeAllConnections();
  receiver.close();
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toContain("PAYLOAD_TOO_LARGE");
  expect(refusedAfter).toBeLessThan(limit * 4);
  expect(process.memoryUsage().rss - before).toBeLessThan(60_000_000);
  expect(await readdir(join(folder, "spool"))).toEqual([]);
});
