import type { OrganizationId } from "@lintel/contract";
import { type ManagedAsset, managementApiPrefix } from "@lintel/contract/management";
import { afterAll, beforeAll, expect, test } from "vitest";
import { picture } from "../../testing/asset-fixtures.js";
import { startTestServer, type TestServer, type TestUser } from "../../testing/server.js";

let server: TestServer;
let owner: TestUser;
let organization: OrganizationId;
let key: string;

beforeAll(async () => {
  server = await startTestServer({ environment: { LINTEL_UPLOAD_MB: "1" } });
  ({ owner, organization, key } = await server.workspace());
});
afterAll(() => server.close());

const upload = (headers: Record<string, string>, body: Buffer, name = "a.png") =>
  fetch(`${server.url}${managementApiPrefix}/organizations/${organization}/assets?name=${name}`, {
    method: "POST",
    headers,
    body,
  });

test("a page of the service uploads with its session, and everyone may open the address", async () => {
  const content = await picture(64, 48).png().toBuffer();
  const response = await upload({ cookie: owner.cookie, origin: server.origin }, content);
  expect(response.status).toBe(200);
  const asset: ManagedAsset = JSON.parse(await response.text());
  expect(asset.url.startsWith(`${server.origin}/assets/`)).toBe(true);

  const file = await fetch(server.url + new URL(asset.url).pathname);
  expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true);
  const small = await fetch(`${server.url}${new URL(asset.url).pathname}?w=20&format=webp`);
  expect(small.headers.get("content-type")).toBe("image/webp");
  await small.arrayBuffer();
});

test("trust 5: neither an API key nor nothing at all uploads", async () => {
  const content = Buffer.from("hello");
  expect((await upload({ "x-api-key": key }, content)).status).toBe(401);
  expect((await upload({}, content)).status).toBe(401);
});

test("trust 24: a page elsewhere cannot make a browser upload with a session", async () => {
  const headers = { cookie: owner.cookie, origin: "https://evil.example", "content-type": "text/plain" };
  expect((await upload(headers, Buffer.from("hello"))).status).toBe(403);
});

test("the operator's limit holds", async () => {
  const headers = { cookie: owner.cookie, origin: server.origin };
  const response = await upload(headers, Buffer.alloc(1_048_577));
  expect(response.status).toBe(413);
  expect(await response.text()).toContain("larger than 1048576 bytes");
  expect((await upload(headers, Buffer.alloc(1_048_576))).status).toBe(200);
});

test("the log tells of a file's request by its path, without what was asked of it", async () => {
  const response = await upload({ cookie: owner.cookie, origin: server.origin }, Buffer.from("hi"), "b.txt");
  const { url }: ManagedAsset = JSON.parse(await response.text());
  const { pathname } = new URL(url);
  await (await fetch(`${server.url}${pathname}?w=secret`)).text();
  await expect
    .poll(() => server.logs.filter((line) => line.path === pathname))
    .toMatchObject([{ method: "GET", status: 400, organization }]);
  expect(JSON.stringify(server.logs)).not.toContain("w=secret");
});
