import type { ApiKeyId, OrganizationId } from "@lintel/contract";
import { eq, sql } from "drizzle-orm";
import type { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../db/database.js";
import { openPool } from "../../db/open-pool.js";
import { apiKeys } from "../../db/schema/index.js";
import { Signals } from "../../db/signals.js";
import { createPeopleServer, type PeopleServer, type SignedInPerson } from "../../testing/people-server.js";
import { quiet } from "../../testing/quiet-log.js";
import { waitUntil } from "../../testing/wait-until.js";
import { makeKey } from "./key-format.js";
import { createKeyVerifier } from "./key-verifier.js";

let server: PeopleServer;
let owner: SignedInPerson;
let organizationId: OrganizationId;

beforeAll(async () => {
  server = await createPeopleServer();
  owner = await server.person("Olive Owner");
  organizationId = await organizationOf(owner);
});
afterAll(() => server.close());

interface ListedKey {
  id: ApiKeyId;
  name: string;
  start: string;
  end: string;
  createdBy: { id: string; name: string };
  lastUsedAt: string | null;
  modelRevisionSeen: number | null;
}

async function organizationOf(person: SignedInPerson): Promise<OrganizationId> {
  const input = { name: `Team of ${person.name}` };
  const { body } = await person.manage<{ organization: { id: OrganizationId } }>(
    "POST",
    "/organizations",
    input,
  );
  return body.organization.id;
}

const make = async (name = "web-prod") =>
  (
    await owner.manage<{ key: string; apiKey: ListedKey }>("POST", `/organizations/${organizationId}/keys`, {
      name,
    })
  ).body;
const list = async () =>
  (await owner.manage<{ keys: ListedKey[] }>("GET", `/organizations/${organizationId}/keys`)).body.keys;
const revoke = (id: ApiKeyId) => owner.manage("DELETE", `/organizations/${organizationId}/keys/${id}`);

/** What another process of the service has: its own connections, its own line for signals, its own cache. */
async function startProcess() {
  const pool = openPool({ connectionString: server.databaseUrl, log: quiet });
  let queries = 0;
  const counting = new Proxy(pool, {
    get(target, name) {
      if (name === "query") queries += 1;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const signals = new Signals({ connectionString: server.databaseUrl }, quiet);
  await signals.start();
  const verifier = createKeyVerifier({ database: openDatabase(counting), signals, log: quiet });
  return {
    verifier,
    signals,
    queries: () => queries,
    async stop() {
      await verifier.close();
      await signals.stop();
      await pool.end();
    },
  };
}

test("a key is shown once, and listed by what remains of it", async () => {
  const { key, apiKey } = await make("web-prod");
  expect(key).toMatch(/^ltl_[0-9A-Za-z]{40}$/);
  expect(apiKey).toMatchObject({
    name: "web-prod",
    start: key.slice(0, 8),
    end: key.slice(-4),
    createdBy: { id: owner.id, name: "Olive Owner" },
    lastUsedAt: null,
    modelRevisionSeen: null,
  });
  expect(await list()).toContainEqual(apiKey);
});

test("trust 36: neither the database nor its records hold the key", async () => {
  const { key } = await make();
  const { rows } = await server.database.execute(
    sql`select to_jsonb(k)::text as stored from api_keys k union all select to_jsonb(a)::text from audit_records a`,
  );
  expect(rows.length).toBeGreaterThan(1);
  expect(JSON.stringify(rows)).not.toContain(key);
});

test("a key is verified once by the database and then from the cache", async () => {
  const { key, apiKey } = await make("cached");
  const process = await startProcess();
  const verified = { keyId: apiKey.id, organizationId, name: "cached" };
  expect(process.verifier.verifyCached(key)).toBeUndefined();
  expect(await process.verifier.verify(key)).toEqual(verified);
  const before = process.queries();
  expect(await process.verifier.verify(key)).toEqual(verified);
  expect(process.verifier.verifyCached(key)).toEqual(verified);
  expect(process.queries()).toBe(before);
  await process.stop();
});

test("a key whose checksum is wrong costs no query, and an unknown one costs one", async () => {
  const process = await startProcess();
  const before = process.queries();
  for (const text of ["", "ltl_", "x".repeat(44), `ltl_${"0".repeat(40)}`, makeKey().slice(0, -1)]) {
    expect(process.verifier.verifyCached(text)).toBeNull();
    expect(await process.verifier.verify(text)).toBeNull();
  }
  expect(process.queries()).toBe(before);
  const unknown = makeKey();
  for (let count = 0; count < 3; count++) expect(await process.verifier.verify(unknown)).toBeNull();
  expect(process.queries()).toBe(before + 1);
  await process.stop();
});

test("a revocation takes effect in this process with its answer, and in every other with the signal", async () => {
  const { key, apiKey } = await make("revoked");
  const here = createKeyVerifier({ database: server.database, signals: server.signals, log: quiet });
  const there = await startProcess();
  expect([await here.verify(key), await there.verifier.verify(key)]).not.toContain(null);
  expect((await revoke(apiKey.id)).status).toBe(200);
  expect(await here.verify(key)).toBeNull();
  await waitUntil(async () => (await there.verifier.verify(key)) === null);
  expect((await revoke(apiKey.id)).status).toBe(404);
  expect((await list()).map(({ id }) => id)).not.toContain(apiKey.id);
  await there.stop();
  await here.close();
});

test("a verification that began before the revocation does not bring the key back", async () => {
  const { key, apiKey } = await make("raced");
  const pool = openPool({ connectionString: server.databaseUrl, log: quiet });
  const gate = holdAnswers(pool);
  const verifier = createKeyVerifier({ database: openDatabase(pool), signals: server.signals, log: quiet });
  const early = verifier.verify(key);
  await gate.reached;
  await revoke(apiKey.id);
  gate.open();
  expect(await early).toMatchObject({ keyId: apiKey.id });
  expect(verifier.verifyCached(key)).toBeUndefined();
  expect(await verifier.verify(key)).toBeNull();
  await verifier.close();
  await pool.end();
});

test("while signals are down every key is read from the database", async () => {
  const { key, apiKey } = await make("down");
  const process = await startProcess();
  await process.verifier.verify(key);
  await process.signals.stop();
  expect(process.verifier.verifyCached(key)).toBeUndefined();
  await revoke(apiKey.id);
  expect(await process.verifier.verify(key)).toBeNull();
  expect(process.verifier.verifyCached(key)).toBeUndefined();
  await process.stop();
});

test("a use is listed soon, and a later use is never overwritten by an earlier one", async () => {
  const { apiKey } = await make("used");
  const late = await startProcess();
  late.verifier.recordUse(apiKey.id, organizationId, 12);
  await waitUntil(async () => (await list()).find(({ id }) => id === apiKey.id)?.modelRevisionSeen === 12);
  await late.stop();

  const early = createKeyVerifier({
    database: server.database,
    signals: server.signals,
    log: quiet,
    now: () => Date.now() - 3_600_000,
  });
  early.recordUse(apiKey.id, organizationId, 3);
  await early.close();
  const listed = (await list()).find(({ id }) => id === apiKey.id);
  expect(listed?.modelRevisionSeen).toBe(12);
  expect(Date.now() - Date.parse(listed?.lastUsedAt ?? "")).toBeLessThan(60_000);
});

test("trust 6: a key's use is not written under another organization", async () => {
  const { apiKey } = await make("foreign");
  const process = await startProcess();
  const stranger = await server.person("Stranger Stig");
  process.verifier.recordUse(apiKey.id, await organizationOf(stranger), 99);
  await process.stop();
  const [row] = await server.database.select().from(apiKeys).where(eq(apiKeys.id, apiKey.id));
  expect(row).toMatchObject({ lastUsedAt: null, modelRevisionSeen: null });
});

test("trust 5: an API key opens no operation of the management API, and neither does a session's bare token", async () => {
  const { key } = await make("not a session");
  const token = decodeURIComponent(owner.cookie.split("=")[1]!).split(".")[0]!;
  const attempts = [
    { "x-api-key": key },
    { authorization: `Bearer ${key}` },
    { authorization: `Bearer ${token}` },
  ];
  for (const headers of attempts) {
    const answer = await server.anonymous().call("GET", "/api/studio/v1/me", undefined, headers);
    expect(answer).toMatchObject({ status: 401, body: { code: "UNAUTHORIZED" } });
  }
  expect(await startedVerifierAnswer(token)).toBeNull();
});

async function startedVerifierAnswer(text: string) {
  const verifier = createKeyVerifier({ database: server.database, signals: server.signals, log: quiet });
  const answer = await verifier.verify(text);
  await verifier.close();
  return answer;
}

test("an organization has at most 100 keys in force", async () => {
  const person = await server.person("Many Mona");
  const id = await organizationOf(person);
  for (let count = 0; count < 100; count++)
    await person.manage("POST", `/organizations/${id}/keys`, { name: `key ${count}` });
  const answer = await person.manage("POST", `/organizations/${id}/keys`, { name: "one more" });
  expect(answer).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
});

/** Lets queries reach the database and holds their answers back, as a slow network would. */
function holdAnswers(pool: Pool) {
  let open = () => {};
  let reach = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const query = pool.query.bind(pool) as (...parameters: unknown[]) => Promise<unknown>;
  Object.assign(pool, {
    async query(...parameters: unknown[]) {
      const answer = await query(...parameters);
      reach();
      await opened;
      return answer;
    },
  });
  return { open, reached };
}
