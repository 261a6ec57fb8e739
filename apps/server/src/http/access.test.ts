import { errorBodySchema, errors, type OrganizationId } from "@lintel/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeKey } from "../features/keys/key-format.js";
import { fillPath, managementOperations, publicOperations } from "../testing/operations.js";
import { startTestServer, type TestServer, type TestUser } from "../testing/server.js";

let server: TestServer;
let owner: TestUser;
let organization: OrganizationId;
let key: string;
let otherKey: string;

beforeAll(async () => {
  server = await startTestServer();
  ({ owner, organization, key } = await server.workspace());
  const other = await server.workspace();
  otherKey = other.key;
});
afterAll(() => server.close());

const parameters = () => ({ organization, type: "posts", slug: "one", contentType: "posts" });

/** A body that no operation takes, so that one that reads it before it asks who sends it is found out. */
const broken = (method: string) => (method === "GET" ? {} : { body: "{" });

const keyed = publicOperations.filter(({ id }) => id !== "getHealth");

describe.each(keyed)("$method $path", ({ method, path }) => {
  const call = (options: { key?: string; cookie?: string }) =>
    server.fetch(fillPath(path, parameters()), { method, ...broken(method), ...options });

  test("trust 7: answers nobody without a key", async () => {
    const { status, body } = await call({});
    expect(status).toBe(401);
    expect(body).toEqual({
      defined: true,
      code: "UNAUTHORIZED",
      status: 401,
      message: errors.UNAUTHORIZED.message,
    });
  });

  test("trust 5: is not opened by a session", async () => {
    expect((await call({ cookie: owner.cookie })).status).toBe(401);
  });

  test("trust 6: is not opened by a key that nobody made, or that is none", async () => {
    for (const wrong of [makeKey(), "ltl_", "", `${key}x`, key.toUpperCase(), `${key}, ${key}`])
      expect((await call({ key: wrong })).status, wrong).toBe(401);
  });
});

test("the health check is open, and the only operation that is", async () => {
  expect((await server.get("/health")).status).toBe(200);
  expect((await server.get("/health", { key: "wrong" })).status).toBe(200);
});

describe.each(managementOperations)("$method $path", ({ method, path }) => {
  const call = (organization: string, options: Record<string, string> = {}, body = broken(method)) =>
    server.fetch(fillPath(path, { ...parameters(), organization }), {
      method,
      headers: { origin: server.origin },
      ...body,
      ...options,
    });

  test("trust 7: answers nobody who is not signed in", async () => {
    const { status, body } = await call(organization);
    expect(status).toBe(401);
    expect(errorBodySchema.parse(body)).toMatchObject({ defined: true, code: "UNAUTHORIZED" });
  });

  test("trust 5: is not opened by an API key", async () => {
    expect((await call(organization, { key })).status).toBe(401);
  });

  test("is not opened by a made-up session", async () => {
    const cookie = owner.cookie.replace(/=(.{8})/, "=AAAAAAAA");
    expect((await call(organization, { cookie })).status).toBe(401);
  });

  test.runIf(method !== "GET")("trust 24: refuses what another site made the browser send", async () => {
    const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    const answer = await server.fetch(fillPath(path, parameters()), {
      method,
      headers,
      cookie: owner.cookie,
      ...broken(method),
    });
    expect(answer.status).toBe(403);
    expect(errorBodySchema.parse(answer.body)).toMatchObject({ defined: true, code: "FORBIDDEN" });
  });
});

test("a key reads its own organization and no other", async () => {
  const [mine, theirs] = await Promise.all([
    server.get("/org", { key }),
    server.get("/org", { key: otherKey }),
  ]);
  expect(mine.body).toMatchObject({ id: organization });
  expect(theirs.body).not.toMatchObject({ id: organization });
});

test("a revoked key is refused by the next request", async () => {
  const made = await server.key(owner, organization, "Soon gone");
  expect((await server.get("/org", { key: made.key })).status).toBe(200);
  const path = `/organizations/${organization}/keys/${made.id}`;
  expect((await server.manage("DELETE", path, undefined, { cookie: owner.cookie })).status).toBe(200);
  expect((await server.get("/org", { key: made.key })).status).toBe(401);
});
