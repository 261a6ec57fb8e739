import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ApiKeyId, type OrganizationId, publicApiPrefix, type UserId } from "@lintel/contract";
import { managementApiPrefix } from "@lintel/contract/management";
import { readConfig } from "../config.js";
import type { Limits } from "../http/listener.js";
import { logTo } from "../http/open-log.js";
import { startService } from "../main.js";
import type { Services } from "../services.js";
import { createTestDatabase } from "./database.js";
import { recordAnswer, recordLog, recordRequest, recordSecret } from "./log-record.js";

export interface Answer<T> {
  status: number;
  headers: Headers;
  text: string;
  /** The JSON of the body, taken for what the test says it is: an assertion fails where it is something else. */
  body: T;
}

export interface RequestOptions {
  method?: string;
  /** Sent as JSON. A string or bytes are sent as they are. */
  body?: unknown;
  headers?: Record<string, string>;
  key?: string;
  cookie?: string;
}

export interface TestUser {
  id: UserId;
  name: string;
  email: string;
  password: string;
  /** What the browser would send. */
  cookie: string;
}

export interface TestServer {
  /** Where it is reached, as `http://127.0.0.1:40123`. */
  url: string;
  /** What it takes for its own address. */
  origin: string;
  port: number;
  services: Services;
  databaseUrl: string;
  dataFolder: string;
  /** Every line that was logged, parsed. */
  logs: Record<string, unknown>[];
  fetch<T = unknown>(path: string, options?: RequestOptions): Promise<Answer<T>>;
  /** Reads from the public API, as `get("/content/posts", { key })`. */
  get<T = unknown>(path: string, options?: RequestOptions): Promise<Answer<T>>;
  /** Calls the management API as a page of the service would, as `manage("POST", "/organizations", {…}, { cookie })`. */
  manage<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    options?: RequestOptions,
  ): Promise<Answer<T>>;
  /** Signs somebody up and in over HTTP. */
  user(name?: string): Promise<TestUser>;
  organization(owner: TestUser, name?: string): Promise<OrganizationId>;
  key(owner: TestUser, organization: OrganizationId, name?: string): Promise<{ key: string; id: ApiKeyId }>;
  /** A user, an organization of theirs and a key of it. */
  workspace(): Promise<{ owner: TestUser; organization: OrganizationId; key: string }>;
  close(): Promise<void>;
}

export interface TestServerOptions {
  /** Settings as an operator gives them. */
  environment?: Record<string, string>;
  limits?: Partial<Limits>;
  rateLimit?: boolean;
  /** How long changes are gathered into one `content.changed`. */
  contentWindowMilliseconds?: number;
  /** Another process on the same data, as `{ databaseUrl, dataFolder }` of a running test server. */
  beside?: Pick<TestServer, "databaseUrl" | "dataFolder">;
}

/** The whole service on a port of its own, over a database and a data folder of its own. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { environment = {}, limits = {}, rateLimit = false, beside, contentWindowMilliseconds } = options;
  const own = beside ? undefined : await createTestDatabase();
  const databaseUrl = beside?.databaseUrl ?? own?.databaseUrl ?? "";
  const dataFolder = beside?.dataFolder ?? (await mkdtemp(join(tmpdir(), "lintel-server-")));
  const logs: Record<string, unknown>[] = [];
  const write = (line: string): void => {
    recordLog(line);
    logs.push(JSON.parse(line));
  };
  const log = logTo({ write }, "info");
  recordSecret(environment.LINTEL_SECRET, environment.LINTEL_METRICS_TOKEN);
  const config = readConfig({
    PORT: "0",
    DATABASE_URL: databaseUrl,
    LINTEL_DATA: dataFolder,
    // Tests of anything but plans make as many members and requests as they need.
    LINTEL_DEFAULT_PLAN: "enterprise",
    ...environment,
  });
  const service = await startService({
    config,
    log,
    limits,
    rateLimit,
    ...(contentWindowMilliseconds !== undefined && { contentWindowMilliseconds }),
  });
  const { origin, port } = service;
  const url = `http://127.0.0.1:${port}`;

  const server: TestServer = {
    url,
    origin,
    port,
    services: service.services,
    databaseUrl,
    dataFolder,
    logs,
    fetch: (path, options = {}) => call(url + path, options),
    get: (path, options) => server.fetch(publicApiPrefix + path, options),
    manage: (method, path, body, options = {}) =>
      server.fetch(managementApiPrefix + path, {
        ...options,
        method,
        body,
        headers: { origin, ...options.headers },
      }),

    async user(name = "Ada Byron") {
      const email = `${randomBytes(6).toString("hex")}@example.test`;
      const password = randomBytes(12).toString("hex");
      const post = (path: string, body: unknown) =>
        server.fetch<{ user: { id: UserId } }>(`/api/auth${path}`, {
          method: "POST",
          body,
          headers: { origin },
        });
      expectSuccess(await post("/sign-up/email", { name, email, password }));
      const signedIn = expectSuccess(await post("/sign-in/email", { email, password }));
      const cookie = signedIn.headers
        .getSetCookie()
        .map((one) => one.split(";", 1)[0])
        .join("; ");
      return { id: signedIn.body.user.id, name, email, password, cookie };
    },

    async organization({ cookie }, name = "Post & Beam") {
      const slug = `test-${randomBytes(6).toString("hex")}`;
      const made = expectSuccess(
        await server.manage<{ organization: { id: OrganizationId } }>(
          "POST",
          "/organizations",
          { name, slug },
          { cookie },
        ),
      );
      return made.body.organization.id;
    },

    async key({ cookie }, organization, name = "Test") {
      const made = expectSuccess(
        await server.manage<{ key: string; apiKey: { id: ApiKeyId } }>(
          "POST",
          `/organizations/${organization}/keys`,
          { name },
          { cookie },
        ),
      );
      return { key: made.body.key, id: made.body.apiKey.id };
    },

    async workspace() {
      const owner = await server.user();
      const organization = await server.organization(owner);
      const { key } = await server.key(owner, organization);
      return { owner, organization, key };
    },

    async close() {
      await service.close();
      if (!own) return;
      await own.drop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
  return server;
}

async function call<T>(url: string, options: RequestOptions): Promise<Answer<T>> {
  const { method = "GET", body, headers = {}, key, cookie } = options;
  recordRequest({ ...headers, ...(key && { "x-api-key": key }), ...(cookie && { cookie }) }, body);
  const isRaw = typeof body === "string" || body instanceof Uint8Array;
  const response = await fetch(url, {
    method,
    redirect: "manual",
    headers: {
      ...(key !== undefined && { "x-api-key": key }),
      ...(cookie !== undefined && { cookie }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  recordAnswer(response.headers, text);
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  const parsed: T = isJson && text !== "" ? JSON.parse(text) : undefined;
  return { status: response.status, headers: response.headers, text, body: parsed };
}

function expectSuccess<T>(answer: Answer<T>): Answer<T> {
  if (answer.status === 200) return answer;
  throw new Error(`The preparation of a test was answered with ${answer.status}: ${answer.text}`);
}
