import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fieldTypes } from "@lintel/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { assets, auditRecords, entries } from "../../db/schema/index.js";
import { DiskStore } from "../../storage/disk-store.js";
import { quiet } from "../../testing/quiet-log.js";
import { createWorkspace, type Workspace } from "../../testing/workspace.js";
import { createAccounts } from "../accounts/create-accounts.js";
import { listActions } from "../actions/store.js";
import { createAssetServices } from "../assets/asset-services.js";
import { toInputs } from "../entries/entry-state.js";
import { revokeKey } from "../keys/revoke-key.js";
import { listKeys } from "../keys/store.js";
import { publishModel } from "../model/publish-model.js";
import { loadWorkspace, type SampleWorkspace } from "./load-workspace.js";

let workspace: Workspace;
let folder: string;
let load: () => Promise<SampleWorkspace>;
let first: SampleWorkspace;

beforeAll(async () => {
  workspace = await createWorkspace();
  folder = await mkdtemp(join(tmpdir(), "lintel-seed-"));
  const origin = "http://localhost:4000";
  const { database, runChange, models } = workspace;
  const secret = "a secret of the test, long enough to be one";
  const mail = { send: () => {}, close: async () => {} };
  const accounts = createAccounts({ database, origin, secret, mail, log: quiet });
  const store = new DiskStore(join(folder, "files"));
  const assets = createAssetServices({ database, runChange, models, store, folder, origin, log: quiet });
  load = () => loadWorkspace({ ...assets, assets, accounts, secret });
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

it("makes another key where the one it made was revoked", async () => {
  const { id } = first.organization;
  const [made] = await listKeys(workspace.database, id);
  await revokeKey(workspace.runChange, workspace.owner, id, made!.key.id);
  const again = await load();
  expect(again.apiKey).not.toBe(first.apiKey);
  expect(await load()).toEqual(again);
});
