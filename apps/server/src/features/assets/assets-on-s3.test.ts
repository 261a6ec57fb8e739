import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { S3Store } from "../../storage/s3-store.js";
import { picture } from "../../testing/asset-fixtures.js";
import { type AssetServer, createAssetServer } from "../../testing/asset-server.js";
import { sweepFiles } from "./jobs/sweep-files.js";
import { storageKeyOf } from "./storage-key.js";

let folder: string;
let s3: S3rver;
let server: AssetServer;
let isGone = false;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lintel-s3-"));
  s3 = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: "media" }],
  });
  const { port } = await s3.run();
  const store = new S3Store({
    endpoint: `http://127.0.0.1:${port}`,
    region: "us-east-1",
    bucket: "media",
    accessKeyId: "S3RVER",
    secretAccessKey: "S3RVER",
    pathStyle: true,
  });
  server = await createAssetServer({ store });
});
afterAll(async () => {
  await server.close();
  if (!isGone) await s3.close();
  await rm(folder, { recursive: true, force: true });
});

test("with its files on S3 an asset is uploaded, served whole and in part, and scaled", async () => {
  const content = await picture(400, 300).png().toBuffer();
  const asset = await server.upload("Plan.png", content);
  const url = asset.url.replace("http://lintel.test", server.origin);

  const whole = await fetch(url);
  expect(whole.headers.get("content-type")).toBe("image/png");
  expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);

  const part = await fetch(url, { headers: { range: "bytes=1000-1999" } });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(1_000, 2_000))).toBe(true);

  const variant = Buffer.from(await (await fetch(`${url}?w=100&format=webp`)).arrayBuffer());
  expect(await sharp(variant).metadata()).toMatchObject({ format: "webp", width: 100, height: 75 });
});

test("with its files on S3 the sweep removes what has no row and leaves what has one", async () => {
  const asset = await server.upload("kept.txt", "kept");
  const key = storageKeyOf(server.organizationId, asset.id);
  await server.database.execute("delete from assets where name = 'Plan.png'");
  const inTwoHours = new Date(Date.now() + 7_200_000);
  expect(await sweepFiles(server.services, inTwoHours)).toEqual({ removed: 1 });
  expect(await server.services.uploads.store.head(key)).not.toBeNull();
});

test("with S3 gone a file is a 503 that says so, and an upload leaves no row", async () => {
  const asset = await server.upload("a.txt", "hello");
  await s3.close();
  isGone = true;
  const answer = await fetch(asset.url.replace("http://lintel.test", server.origin));
  expect(answer.status).toBe(503);
  expect(JSON.parse(await answer.text())).toMatchObject({
    code: "SERVICE_UNAVAILABLE",
    message: expect.stringContaining("file store"),
  });
  const upload = await server.call("POST", "?name=b.txt", { file: "hello" });
  expect(upload.status).toBe(503);
  expect(await upload.text()).toContain("file store");
  const { assets } = JSON.parse(await (await server.call("GET", "?search=b.txt")).text());
  expect(assets).toEqual([]);
});
