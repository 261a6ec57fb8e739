import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fieldTypes } from "@lintel/contract";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { assets, auditRecords, entries, organizations } from "../../db/schema/index.js";
import { DiskStore } from "../../storage/disk-store.js";
import { quiet } from "../../testing/quiet-log.js";
import { createWorkspace, type Workspace } from "../../testing/workspace.js";
import { createAccounts } from "../accounts/create-accounts.js";
import { completeAction } from "../actions/complete-action.js";
import { listActions } from "../actions/store.js";
import { createAssetServices } from "../assets/asset-services.js";
import { usualCatalog } from "../billing/plans.js";
import { toInputs } from "../entries/entry-state.js";
import { revokeKey } from "../keys/revoke-key.js";
import { listKeys } from "../keys/store.js";
import { publishModel } from "../model/publish-model.js";
import { updateType } from "../model/update-type.js";
import { samplePerson } from "./credentials.js";
import { loadWorkspace, type SampleWorkspace, type SeedServices } from "./load-workspace.js";

let workspace: Workspace;
let folder: string;
let load: () => Promise<SampleWorkspace>;
let first: SampleWorkspace;

function servicesOf({ database, runChange, models }: Workspace, secret: string): SeedServices {
  const origin = "http://localhost:4000";
  const mail = { send: () => {}, close: async () => {} };
  const accounts = createAccounts({ database, origin, secret, mail, log: quiet });
  const store = new DiskStore(join(folder, "files"));
  const assets = createAssetServices({
    database,
    runChange,
    models,
    plans: usualCatalog,
    store,
    folder,
    origin,
    log: quiet,
  });
  return { ...assets, assets, accounts, secret };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lintel-seed-"));
  workspace = await createWorkspace();
  const services = servicesOf(workspace, "a secret of the test, long enough to be one");
  load = () => loadWorkspace(services);
  first = await load();
}, 120_000);

afterAll(async () => {
  await workspace.close();
  await rm(folder, { recursive: true });
});

const counts = async () => {
  const { database } = workspace;
  return [await database.$count(entries), await database.$count(assets), await database.$count(auditRecords)];
};

it("loads a magazine with a value in every type of field", async () => {
  const model = await workspace.models.get(first.organization.id);
  const rows = await workspace.database.select().from(entries);
  const seen = new Set<string>();
  for (const type of model.types) {
    const ofType = rows.filter((row) => row.typeId === type.id);
    for (const field of type.fields.filter((candidate) => !candidate.deleted)) {
      const filled = ofType.some((row) => {
        const value = toInputs(type, row)[field.key];
        return value !== null && (!Array.isArray(value) || value.length > 0);
      });
      if (filled) seen.add(field.type);
    }
  }
  expect([...seen].sort()).toEqual([...fieldTypes].sort());
  const posts = model.typeBySlug.get("posts");
  expect(rows.filter((row) => row.typeId === posts?.id).length).toBeGreaterThanOrEqual(40);
});

it("leaves one renamed key and one deleted field with their Actions open", async () => {
  const actions = await listActions(workspace.database, first.organization.id, { limit: 10, state: "open" });
  expect(actions.map(({ reason, name }) => [reason, name]).sort()).toEqual([
    ["deleted", "reading_minutes"],
    ["renamed", "summary"],
  ]);
  const model = publishModel(await workspace.models.get(first.organization.id));
  const deprecated = model.types.flatMap((type) => type.fields.filter((field) => field.deprecated));
  expect(deprecated.map((field) => field.key).sort()).toEqual(["reading_minutes", "summary"]);
});

it("changes nothing when it is loaded again, and prints the same", async () => {
  const before = await counts();
  expect(await load()).toEqual(first);
  expect(await counts()).toEqual(before);
});

it("leaves alone what people did with it, also where a sample's type is gone for good", async () => {
  const { id } = first.organization;
  const scope = [workspace.runChange, id, workspace.owner] as const;
  await updateType(...scope, "categories", { slug: "topics" });
  const [rename] = await listActions(workspace.database, id, { limit: 1, state: "open" });
  await completeAction(...scope, rename!.id);
  const before = await counts();
  expect(await load()).toEqual(first);
  expect(await counts()).toEqual(before);
});

it("finishes a load that was interrupted", async () => {
  const elsewhere = await createWorkspace();
  const services = servicesOf(elsewhere, "another secret of the test, long enough to be one");
  let writes = 0;
  const failing: typeof elsewhere.runChange = (...change) => {
    writes += 1;
    if (writes === 9) return Promise.reject(new Error("interrupted"));
    return elsewhere.runChange(...change);
  };
  const interrupted = { ...services, runChange: failing };
  await expect(loadWorkspace(interrupted)).rejects.toThrow("interrupted");
  const loaded = await loadWorkspace(services);
  const model = await elsewhere.models.get(loaded.organization.id);
  const posts = model.typeBySlug.get("posts")!;
  expect(await elsewhere.database.$count(entries, eq(entries.typeId, posts.id))).toBe(45);
  await elsewhere.close();
}, 60_000);

it("gives nothing to somebody who took the sample's address first", async () => {
  const elsewhere = await createWorkspace();
  const services = servicesOf(elsewhere, "a third secret of the test, long enough to be one");
  await services.accounts.createUser({ ...samplePerson, password: "a stranger's password" });
  const before = await elsewhere.database.$count(organizations);
  await expect(loadWorkspace(services)).rejects.toThrow("Somebody signed up as ines@post-and-beam.example");
  expect(await elsewhere.database.$count(organizations)).toBe(before);
  await elsewhere.close();
});

it("makes another key where the one it made was revoked", async () => {
  const { id } = first.organization;
  const [made] = await listKeys(workspace.database, id);
  await revokeKey(workspace.runChange, workspace.owner, id, made!.key.id);
  const again = await load();
  expect(again.apiKey).not.toBe(first.apiKey);
  expect(await load()).toEqual(again);
});
