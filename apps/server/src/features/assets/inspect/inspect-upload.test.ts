import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../db/new-id.js";
import { DiskStore } from "../../../storage/disk-store.js";
import { animation, picture, pngOf } from "../../../testing/asset-fixtures.js";
import { ImageWorkshop } from "../image-workshop.js";
import { storageKeyOf } from "../storage-key.js";
import { inspectUpload, type UploadSettings } from "./inspect-upload.js";

const organization = newId("organization");
let folder: string;
let settings: UploadSettings;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lintel-upload-"));
  settings = {
    store: new DiskStore(join(folder, "files")),
    workshop: new ImageWorkshop(4_000_000),
    spoolFolder: join(folder, "spool"),
    maxBytes: 2_000_000,
  };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const inspect = (source: Readable, name: string, using = settings) =>
  inspectUpload(source, name, storageKeyOf(organization, newId("asset")), using);

const upload = (content: Buffer | string, name: string) =>
  inspect(Readable.from([Buffer.from(content)]), name);

async function objects(): Promise<number> {
  let count = 0;
  for await (const _ of settings.store.list("assets/")) count += 1;
  return count;
}

/** Expects a refusal that leaves neither an object nor a temporary file. */
async function refused(content: Buffer | string, name: string, words: string | RegExp): Promise<void> {
  const before = await objects();
  await expect(upload(content, name)).rejects.toThrow(words);
  expect(await objects()).toBe(before);
  expect(await readdir(settings.spoolFolder)).toEqual([]);
}

test("a photograph is stored as it came, with its size and hash", async () => {
  const content = await picture(64, 48).jpeg().toBuffer();
  const file = await upload(content, "Holiday.jpg");
  expect(file).toMatchObject({
    name: "Holiday.jpg",
    contentType: "image/jpeg",
    size: content.length,
    sha256: createHash("sha256").update(content).digest("hex"),
    width: 64,
    height: 48,
  });
  expect((await buffer(await settings.store.get(file.storageKey))).equals(content)).toBe(true);
  expect(await readdir(settings.spoolFolder)).toEqual([]);
});

test("a photograph taken upright has the size it is seen with", async () => {
  const content = await picture(64, 48).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(await upload(content, "a.jpg")).toMatchObject({ width: 48, height: 64 });
});

test("an animation has the size of one frame", async () => {
  expect(await upload(await animation(5, 30, 20), "a.gif")).toMatchObject({
    contentType: "image/gif",
    width: 30,
    height: 20,
  });
});

test("what is no image has no size", async () => {
  expect(await upload("a,b\n1,2", "t.csv")).toMatchObject({
    contentType: "text/csv",
    width: null,
    height: null,
  });
  expect(await upload(randomBytes(5_000), "blob")).toMatchObject({ contentType: "application/octet-stream" });
});

test("text is told from bytes also where a character lies across two chunks", async () => {
  const text = Buffer.from("日本語".repeat(1_000));
  const chunks = Array.from({ length: Math.ceil(text.length / 7) }, (_, n) =>
    text.subarray(n * 7, n * 7 + 7),
  );
  expect((await inspect(Readable.from(chunks), "a.txt")).contentType).toBe("text/plain");
  expect((await upload(Buffer.concat([text, Buffer.from([0xff])]), "a.txt")).contentType).toBe(
    "application/octet-stream",
  );
  expect((await upload("text with \0", "a.html")).contentType).toBe("application/octet-stream");
});

test("trust 26: whatever the name, the stored name is generated", async () => {
  for (const name of [
    "../../../etc/passwd",
    "a\0b.png",
    "/etc/shadow",
    `${"x".repeat(5_000)}.txt`,
    "..",
    "con",
  ]) {
    const file = await upload("hello", name);
    expect(file.storageKey).toMatch(/^assets\/org_[0-9a-z]{26}\/[0-9a-z]{2}\/ast_[0-9a-z]{26}$/);
    expect(file.name.length).toBeLessThanOrEqual(200);
    expect(file.name).not.toMatch(/[/\\\0]/);
  }
});

test("trust 26: an archive with paths that climb is kept whole and never unpacked", async () => {
  const archive = Buffer.concat([
    Buffer.from("PK\x03\x04\x14\0", "latin1"),
    Buffer.from("../../../../tmp/evil.sh"),
  ]);
  const file = await upload(archive, "../../slip.zip");
  expect(file).toMatchObject({ name: "slip.zip", contentType: "application/zip" });
  expect((await buffer(await settings.store.get(file.storageKey))).equals(archive)).toBe(true);
});

describe("trust 26: an unsound image is refused in words", () => {
  test("a pixel flood", async () => {
    await refused(pngOf(60_000, 60_000), "flood.png", "more than 4000000 pixels");
    await refused(pngOf(2_001, 2_000), "flood.png", "more than 4000000 pixels");
  });

  test("an animation whose frames together are a flood", async () => {
    await refused(await animation(45, 300, 300), "flood.gif", "over all its frames");
  });

  test.each(["jpeg", "png", "gif", "webp", "avif", "tiff"] as const)(
    "a %s that is cut off",
    async (format) => {
      const content = await picture(600, 400).toFormat(format).toBuffer();
      await refused(content.subarray(0, content.length / 2), `a.${format}`, "cut off or damaged");
    },
  );

  test("a header with nothing behind it", async () => {
    await refused(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), "a.png", "cut off or damaged");
    await refused("GIF89a=1;alert(1)//", "a.gif", "cut off or damaged");
    await refused(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]), "a.jpg", "cut off or damaged");
  });

  test("pixels that were never there", async () => {
    await refused(pngOf(300, 300), "a.png", "cut off or damaged");
  });
});

describe("trust 25: SVG and HTML in disguise", () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="7" onload="alert(1)"><script>alert(1)</script></svg>';

  test.each(["logo.svg", "photo.png", "notes.txt", "data.json", "noextension"])(
    "SVG named %s is cleaned",
    async (name) => {
      const file = await upload(svg, name);
      expect(file).toMatchObject({ contentType: "image/svg+xml", width: 9, height: 7 });
      const stored = await buffer(await settings.store.get(file.storageKey));
      expect(String(stored)).not.toMatch(/alert|script|onload/);
      expect(file.size).toBe(stored.length);
      expect(file.sha256).toBe(createHash("sha256").update(stored).digest("hex"));
    },
  );

  test("SVG that is no XML is refused", async () => {
    await refused("<svg onload=alert(1)>", "logo.svg", "not well-formed XML");
  });

  test("SVG too large to clean is refused", async () => {
    const large: UploadSettings = { ...settings, maxBytes: 10_000_000 };
    const content = Buffer.concat([
      Buffer.from("<svg><desc>"),
      Buffer.alloc(5_500_000, "a"),
      Buffer.from("</desc></svg>"),
    ]);
    await expect(inspect(Readable.from([content]), "a.svg", large)).rejects.toThrow(
      "larger than 5242880 bytes",
    );
  });

  test.each(["page.html", "photo.png", "notes.txt"])("HTML named %s is HTML", async (name) => {
    expect((await upload("<!doctype html><script>alert(1)</script>", name)).contentType).toBe("text/html");
  });

  test("a JPEG named as HTML is a JPEG", async () => {
    const content = await picture(8, 8).jpeg().toBuffer();
    expect((await upload(content, "x.html")).contentType).toBe("image/jpeg");
  });

  test("SVG in UTF-16 is bytes, not a drawing", async () => {
    const content = Buffer.from(`\ufeff${svg}`, "utf16le");
    expect((await upload(content, "logo.svg")).contentType).toBe("application/octet-stream");
  });
});

test("an empty file is refused", async () => {
  await refused("", "a.txt", "empty");
});

test("a file of exactly the limit passes, one byte more is refused", async () => {
  expect((await upload(randomBytes(2_000_000), "a.bin")).size).toBe(2_000_000);
  await refused(randomBytes(2_000_001), "a.bin", "larger than 2000000 bytes");
});

test("an upload that breaks off leaves nothing", async () => {
  const before = await objects();
  const source = Readable.from(
    (async function* () {
      yield randomBytes(1_000);
      throw new Error("connection lost");
    })(),
  );
  await expect(inspect(source, "a.bin")).rejects.toThrow("connection lost");
  expect(await objects()).toBe(before);
  expect(await readdir(settings.spoolFolder)).toEqual([]);
});

test("trust 27: a store that fails leaves no temporary file", async () => {
  const store = new DiskStore(join(folder, "files"));
  store.put = () => Promise.reject(new Error("disk full"));
  await expect(inspect(Readable.from([Buffer.from("x")]), "a", { ...settings, store })).rejects.toThrow(
    "disk full",
  );
  expect(await readdir(settings.spoolFolder)).toEqual([]);
});

test("the original keeps its bytes, also what it says about itself", async () => {
  const content = await picture(10, 10)
    .withExif({ IFD0: { Artist: "Ada" } })
    .jpeg()
    .toBuffer();
  const file = await upload(content, "a.jpg");
  const stored = await buffer(await settings.store.get(file.storageKey));
  expect((await sharp(stored).metadata()).exif?.includes("Ada")).toBe(true);
});
