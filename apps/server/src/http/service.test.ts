import { errorBodySchema } from "@lintel/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectDocumented } from "../testing/expect-documented.js";
import { rawRequest } from "../testing/raw-request.js";
import { startTestServer, type TestServer } from "../testing/server.js";
import { waitUntil } from "../testing/wait-until.js";

let server: TestServer;
let workspace: Awaited<ReturnType<TestServer["workspace"]>>;

beforeAll(async () => {
  server = await startTestServer();
  workspace = await server.workspace();
});
afterAll(() => server.close());

async function issuesOf(method: string, path: string, body?: unknown): Promise<unknown> {
  const { cookie } = workspace.owner;
  const answer = await server.manage(method, path, body, { cookie });
  expect(answer.status).toBe(400);
  const error = errorBodySchema.parse(answer.body);
  expect(error).toMatchObject({ defined: true, code: "BAD_REQUEST", status: 400 });
  return (error.data as { issues: unknown }).issues;
}

const types = () => `/organizations/${workspace.organization}/types`;

test("a body that is not valid is refused by place, with what was expected and what came", async () => {
  expect(await issuesOf("POST", types(), { kind: "list", name: 5 })).toEqual([
    { path: "name", message: "Expected a string, got 5." },
    { path: "kind", message: 'Expected "collection" or "map", got "list".' },
  ]);
  expect(await issuesOf("POST", types(), {})).toContainEqual({
    path: "name",
    message: "Missing. Expected a string.",
  });
});

test("trust 10: an array, a text or nothing where an object is due is refused", async () => {
  const whole = [{ path: "", message: "The body has to be a JSON object, as `{}`." }];
  expect(await issuesOf("POST", types(), [])).toEqual(whole);
  expect(await issuesOf("POST", types(), '"text"')).toEqual(whole);
  expect(await issuesOf("POST", types(), "null")).toEqual(whole);
  expect(await issuesOf("POST", types(), { name: ["Posts"], kind: { collection: true } })).toEqual([
    { path: "name", message: "Expected a string, got an array." },
    { path: "kind", message: 'Expected "collection" or "map", got an object.' },
  ]);
});

test("unknown members of a body are ignored, and those that belong to the service have no effect", async () => {
  const { owner, organization } = workspace;
  const body = {
    name: "Extra",
    kind: "collection",
    nonsense: 1,
    id: "typ_mine",
    organizationId: "org_other",
  };
  const answer = await server.manage<{ id: string }>("POST", types(), body, { cookie: owner.cookie });
  expect(answer.status).toBe(200);
  expect(answer.body.id).not.toBe("typ_mine");
  const model = await server.manage("GET", `/organizations/${organization}/model`, undefined, {
    cookie: owner.cookie,
  });
  expect(model.text).toContain(answer.body.id);
});

test("unknown query parameters are named, with those that there are", async () => {
  const path = `/organizations/${workspace.organization}/audit`;
  expect(await issuesOf("GET", `${path}?limt=5&page[size]=2`)).toEqual([
    { path: "limt", message: expect.stringContaining("This operation takes: limit, cursor, ") },
    { path: "page[size]", message: expect.stringContaining("Unknown query parameter.") },
  ]);
  expect(await issuesOf("GET", "/me?verbose=1")).toEqual([
    { path: "verbose", message: "Unknown query parameter. This operation takes none." },
  ]);
});

test.each([
  ["limit=0", "limit", "Expected at least 1, got 0."],
  ["limit=-1", "limit", "Expected at least 1, got -1."],
  ["limit=1e9", "limit", "Expected at most 200, got 1000000000."],
  ["limit=NaN", "limit", "Expected a number."],
  ["limit=", "limit", "Expected at least 1, got 0."],
  ["limit=1.5", "limit", "Expected a whole number, got 1.5."],
  ["limit=5&limit=6", "limit", "Given more than once. Give it once."],
  ["limit[]=5", "limit[]", "Give one value, as `limit=`."],
  ["limit[a]=5", "limit[a]", "Give one value, as `limit=`."],
  ["__proto__=5", "__proto__", expect.stringContaining("Unknown query parameter.")],
  ["__proto__[limit]=5", "__proto__[limit]", expect.stringContaining("Unknown query parameter.")],
  [
    "constructor[prototype][x]=5",
    "constructor[prototype][x]",
    expect.stringContaining("Unknown query parameter."),
  ],
])("trust 16: %s is a 400", async (query, path, message) => {
  expect(await issuesOf("GET", `/organizations/${workspace.organization}/audit?${query}`)).toEqual([
    { path, message },
  ]);
});

test("trust 11: a body cannot reach a prototype", async () => {
  for (const key of ["__proto__", "constructor", "prototype"]) {
    expect(await issuesOf("POST", types(), `{"name":"X","kind":"map","${key}":{"polluted":true}}`)).toEqual([
      { path: key, message: `The key "${key}" is refused. Use another.` },
    ]);
  }
  expect(Reflect.get({}, "polluted")).toBeUndefined();
});

test("a path parameter is checked like any other input", async () => {
  expect(await issuesOf("GET", "/organizations/org_nonsense/audit")).toEqual([
    { path: "organization", message: 'Expected an id that starts with "org_".' },
  ]);
});

test.each(["//me", "/./me", "/organizations/../me", "/organizations/%2e%2e/me", "/me/", "/ME", "/me;x=1"])(
  "no operation is reached over the detour %s",
  async (path) => {
    const head = `GET /api/studio/v1${path} HTTP/1.1\r\nhost: a\r\ncookie: ${workspace.owner.cookie}\r\nconnection: close\r\n\r\n`;
    expect(await rawRequest(server.port, head)).toMatch(/^HTTP\/1.1 404 /);
  },
);

test("every request is one line in the log, without what must stay between the two", async () => {
  const before = server.logs.length;
  const secretive = `/org?secret=hunter2&forged=%0d%0a{"level":60}`;
  await server.get(secretive, {
    key: workspace.key,
    headers: { "user-agent": "spy/1.0", cookie: "a=hunter3" },
  });
  await waitUntil(() => server.logs.length > before);
  const [line] = server.logs.slice(before);
  expect(line).toEqual({
    level: 30,
    time: expect.any(String),
    requestId: expect.any(String),
    organization: workspace.organization,
    method: "GET",
    path: "/api/v1/org",
    status: 400,
    ms: expect.any(Number),
    msg: "request",
  });
});

test("trust 14: what a path smuggles stays within its line of the log", async () => {
  const before = server.logs.length;
  await server.fetch('/nowhere/%0d%0a{"level":60,"msg":"forged"}');
  await waitUntil(() => server.logs.length > before);
  expect(server.logs.length).toBe(before + 1);
  expect(server.logs.at(-1)).toMatchObject({ msg: "request", path: expect.stringContaining("%0d%0a") });
});

test("metrics count by route, and answer to this machine", async () => {
  await server.get("/org", { key: workspace.key });
  await server.get("/nowhere/at/all");
  const { text, headers } = await server.fetch("/metrics");
  expect(headers.get("content-type")).toMatch(/^text\/plain/);
  expect(text).toMatch(
    /lintel_http_request_seconds_count\{method="GET",route="\/api\/v1\/org",status="200"\} \d/,
  );
  expect(text).toMatch(/lintel_http_request_seconds_count\{method="GET",route="none",status="404"\} \d/);
  expect(text).not.toContain("/nowhere");
});

test("metrics answer nobody who comes over a proxy", async () => {
  const answer = await server.fetch("/metrics", { headers: { "x-forwarded-for": "203.0.113.7" } });
  expect([answer.status, errorBodySchema.parse(answer.body).code]).toEqual([401, "UNAUTHORIZED"]);
});

test("with a token, metrics answer to whoever has it and to nobody else", async () => {
  const token = "a token of the operator";
  const other = await startTestServer({ environment: { LINTEL_METRICS_TOKEN: token } });
  const status = async (authorization?: string) =>
    (await other.fetch("/metrics", { headers: authorization ? { authorization } : {} })).status;
  expect(await status(`Bearer ${token}`)).toBe(200);
  expect(await status(`Bearer ${token}x`)).toBe(401);
  expect(await status()).toBe(401);
  await other.close();
});

test.each(["/", "/docs"])("the page at %s loads nothing from elsewhere", async (path) => {
  const { status, headers, text } = await server.fetch(path);
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(/^default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'/);
  expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
  const loaded = [...text.matchAll(/(?:src|href|url)=?["(]([^")]+)/g)].map(([, address]) => address);
  expect(loaded.filter((address) => /^(?:https?:)?\/\//.test(address ?? ""))).toEqual([]);
  for (const address of loaded.filter((address) => address?.startsWith("/")))
    expect((await server.fetch(address ?? "")).status, address).toBe(200);
});

test("what stays the same is compressed, and not sent twice", async () => {
  const headers = { "accept-encoding": "br" };
  const first = await fetch(`${server.url}/docs/reference.js`, { headers });
  expect(first.headers.get("content-encoding")).toBe("br");
  expect(Number(first.headers.get("content-length"))).toBeLessThan(1_200_000);
  const held = { ...headers, "if-none-match": first.headers.get("etag") ?? "" };
  const again = await fetch(`${server.url}/docs/reference.js`, { headers: held });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

test("the management API's description is served as well", async () => {
  const answer = await server.manage<{ openapi: string; servers: unknown }>("GET", "/openapi.json");
  expect(answer.body).toMatchObject({ openapi: "3.1.1", servers: [{ url: "/api/studio/v1" }] });
});

test("HEAD is answered wherever GET is", async () => {
  const paths = [
    "/",
    "/docs",
    "/ready",
    "/metrics",
    "/api/v1/health",
    "/api/v1/openapi.json",
    "/api/auth/get-session",
  ];
  for (const path of paths) {
    const [get, head] = await Promise.all([server.fetch(path), server.fetch(path, { method: "HEAD" })]);
    expect([head.status, head.text], path).toEqual([get.status, ""]);
    expect(head.headers.get("content-type"), path).toBe(get.headers.get("content-type"));
  }
});

test("a key that one process revokes is refused by another's next request", async () => {
  const beside = await startTestServer({ beside: server });
  const { owner, organization } = workspace;
  const made = await server.key(owner, organization);
  expect((await beside.get("/org", { key: made.key })).status).toBe(200);
  const path = `/organizations/${organization}/keys/${made.id}`;
  await server.manage("DELETE", path, undefined, { cookie: owner.cookie });
  await waitUntil(async () => (await beside.get("/org", { key: made.key })).status === 401, 1_000);
  await beside.close();
});

test("two hosts are refused also where the answer is at hand", async () => {
  const { key } = workspace;
  const ask = (hosts: string) =>
    rawRequest(
      server.port,
      `GET /api/v1/model HTTP/1.1\r\n${hosts}x-api-key: ${key}\r\nconnection: close\r\n\r\n`,
    );
  for (let turn = 0; turn < 3; turn++) expect(await ask("host: a\r\n")).toContain("HTTP/1.1 200 ");
  expectDocumented(await ask("host: a\r\nHOST: b\r\n"), 400, "BAD_REQUEST");
});
