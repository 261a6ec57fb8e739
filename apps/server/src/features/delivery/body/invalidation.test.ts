import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../../db/database.js";
import { openPool } from "../../../db/open-pool.js";
import { Signals } from "../../../db/signals.js";
import { type DeliveryServer, startDeliveryServer } from "../../../testing/delivery-server.js";
import { addPictures } from "../../../testing/mixed-content.js";
import { quiet } from "../../../testing/quiet-log.js";
import { waitUntil } from "../../../testing/wait-until.js";
import { createWorkspace, type Workspace } from "../../../testing/workspace.js";
import { ModelCache } from "../../model/model-cache.js";
import { updateField } from "../../model/update-field.js";

let workspace: Workspace;
let here: DeliveryServer;
/** What another process would have: its own connections, caches and listener, over the same database. */
let there: DeliveryServer & { signals: Signals; stop(): Promise<void> };

beforeAll(async () => {
  workspace = await createWorkspace();
  here = await startDeliveryServer(workspace);
  there = await startBeside(workspace.databaseUrl);
  const [cover] = await addPictures(workspace, 1);
  await workspace.createType({
    name: "Posts",
    kind: "collection",
    fields: [
      { name: "Excerpt", type: "text" },
      { name: "Cover", type: "asset" },
    ],
  });
  await workspace.create("posts", "First", { excerpt: "0", cover });
});
afterAll(async () => {
  await there.stop();
  await here.close();
  await workspace.close();
});

async function startBeside(databaseUrl: string) {
  const pool = openPool({ connectionString: databaseUrl, log: quiet });
  const signals = new Signals({ connectionString: databaseUrl }, quiet);
  await signals.start();
  const database = openDatabase(pool);
  const server = await startDeliveryServer({ database, signals, models: new ModelCache(database, signals) });
  return {
    ...server,
    signals,
    async stop() {
      await server.close();
      await signals.stop();
      await pool.end();
    },
  };
}

let written = 0;
async function change(): Promise<string> {
  const entry = await workspace.database.query.entries.findFirst();
  written += 1;
  await workspace.write({
    do: "update",
    entry: entry!.id,
    version: entry!.version,
    fields: { excerpt: String(written) },
  });
  return String(written);
}

const excerpt = async (server: DeliveryServer, path = "/content/posts") =>
  (await server.read(workspace.organizationId, path)).body.entries[0].fields.excerpt;

describe("a write", () => {
  it("is in the very next answer of the process that made it", async () => {
    for (let time = 0; time < 5; time++) {
      const value = await change();
      expect(await excerpt(here)).toBe(value);
    }
  });

  it("is in the answers of every other process as soon as it has heard of it", async () => {
    for (let time = 0; time < 5; time++) {
      await excerpt(there);
      const value = await change();
      await waitUntil(async () => (await excerpt(there)) === value);
    }
  });

  it("to the model is as well", async () => {
    const name = async (server: DeliveryServer) =>
      (await server.read(workspace.organizationId, "/model")).body.types[0].fields[0].name;
    await name(there);
    const { runChange, organizationId, owner } = workspace;
    await updateField(runChange, organizationId, owner, "posts", "excerpt", { name: "Lead" });
    expect(await name(here)).toBe("Lead");
    await waitUntil(async () => (await name(there)) === "Lead");
  });

  it("of one organization leaves what is kept of another alone", async () => {
    const other = await workspace.addOrganization();
    const before = statements(workspace);
    await here.read(other, "/model");
    await change();
    const after = before.count;
    await here.read(other, "/model");
    expect(before.count).toBe(after);
    before.stop();
  });
});

/** Counts the statements that the pool runs from here on. */
function statements({ database }: Workspace) {
  const pool = database.$client;
  const counted = { count: 0, stop: () => void pool.off("acquire", add) };
  function add(): void {
    counted.count += 1;
  }
  pool.on("acquire", add);
  return counted;
}

describe("what is kept", () => {
  it("is answered without the database", async () => {
    await excerpt(here);
    const counted = statements(workspace);
    for (let time = 0; time < 10; time++) await excerpt(here);
    expect(counted.count).toBe(0);
    counted.stop();
  });

  it("is built once for all who ask at the same time", async () => {
    await change();
    const counted = statements(workspace);
    await Promise.all(Array.from({ length: 20 }, () => excerpt(here, "/content/posts?sort=title")));
    // The page, its values and what they point to.
    expect(counted.count).toBeLessThanOrEqual(3);
    counted.stop();
  });

  it("is never what a reading that began before a change found", async () => {
    const before = await change();
    const release = await holdAssets();
    // Reads the entries, and then waits for the assets.
    const early = excerpt(here, "/content/posts?limit=1");
    await waitUntil(isWaiting);
    const after = await change();
    await release();
    expect(await early).toBe(before);
    expect(await excerpt(here, "/content/posts?limit=1")).toBe(after);
  });

  it("is never what a reading found that another process overtook", async () => {
    await waitUntil(async () => (await excerpt(there)) === String(written));
    const release = await holdAssets();
    const early = excerpt(there, "/content/posts?limit=1");
    await waitUntil(isWaiting);
    const after = await change();
    await release();
    await early;
    await waitUntil(async () => (await excerpt(there, "/content/posts?limit=1")) === after);
  });

  it("is passed over while changes of others cannot be heard, and forgotten after that", async () => {
    await excerpt(there);
    const { $client } = workspace.database;
    const cut =
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lintel signals' and datname = current_database()";
    await $client.query(cut);
    await waitUntil(() => !there.signals.connected);
    const value = await change();
    expect(await excerpt(there)).toBe(value);
    await waitUntil(() => there.signals.connected && workspace.signals.connected);
    expect(await excerpt(there)).toBe(value);
  });
});

/** Keeps the table of assets to itself until it is released. */
async function holdAssets(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: workspace.databaseUrl });
  await client.connect();
  await client.query("begin");
  await client.query("lock table assets in access exclusive mode");
  return async () => {
    await client.query("commit");
    await client.end();
  };
}

async function isWaiting(): Promise<boolean> {
  const { rowCount } = await workspace.database.$client.query(
    "select 1 from pg_locks l join pg_class c on c.oid = l.relation where c.relname = 'assets' and not l.granted and l.database = (select oid from pg_database where datname = current_database())",
  );
  return (rowCount ?? 0) > 0;
}

describe("what is known of a target", () => {
  it("is never older than the last change, also in an answer that nobody asked for before", async () => {
    await workspace.createType({ name: "Writers", kind: "collection", fields: [] });
    const writer = await workspace.create("writers", "Before", {});
    await workspace.createType({
      name: "Essays",
      kind: "collection",
      fields: [{ name: "Writer", type: "reference", collection: "writers" }],
    });
    await workspace.create("essays", "One", { writer: writer.id });
    let asked = 0;
    const title = async (server: DeliveryServer) => {
      asked += 1;
      const path = `/content/essays?where[title][ne]=${asked}`;
      const { body } = await server.read(workspace.organizationId, path);
      return body.entries[0].fields.writer.title;
    };
    expect([await title(here), await title(there)]).toEqual(["Before", "Before"]);
    await workspace.write({ do: "update", entry: writer.id, version: writer.version, title: "After" });
    expect(await title(here)).toBe("After");
    await waitUntil(async () => (await title(there)) === "After");
  });
});
