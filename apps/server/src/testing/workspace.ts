import type { OrganizationId, UserId } from "@lintel/contract";
import type { BulkOperation, ManagedEntry } from "@lintel/contract/management";
import { type Database, openDatabase } from "../db/database.js";
import { newId } from "../db/new-id.js";
import { members, organizations, revisions, users } from "../db/schema/index.js";
import { Signals } from "../db/signals.js";
import type { Actor, RunChange } from "../features/changes/change.js";
import { createRunChange } from "../features/changes/run-change.js";
import { writeEntries } from "../features/entries/write-entries.js";
import { createType, type TypeInput } from "../features/model/create-type.js";
import type { Model } from "../features/model/model.js";
import { ModelCache } from "../features/model/model-cache.js";
import { createTestDatabase } from "./database.js";
import { quiet } from "./quiet-log.js";

/** The content features over a database of their own, with an organization and its owner: no HTTP. */
export interface Workspace {
  database: Database;
  databaseUrl: string;
  signals: Signals;
  runChange: RunChange;
  models: ModelCache;
  organizationId: OrganizationId;
  owner: Actor & { userId: UserId };
  addOrganization(): Promise<OrganizationId>;
  addMember(name: string, organizationId?: OrganizationId): Promise<Actor & { userId: UserId }>;
  model(): Promise<Model>;
  createType(input: TypeInput): ReturnType<typeof createType>;
  write(...operations: BulkOperation[]): Promise<ManagedEntry[]>;
  create(type: string, title: string, fields?: Record<string, unknown>): Promise<ManagedEntry>;
  close(): Promise<void>;
}

export async function createWorkspace(): Promise<Workspace> {
  const { databaseUrl, pool, drop } = await createTestDatabase();
  const database = openDatabase(pool);
  const signals = new Signals({ connectionString: databaseUrl }, quiet);
  await signals.start();
  const runChange = createRunChange(database, signals);
  const models = new ModelCache(database, signals);
  const organizationId = await addOrganization();
  const owner = await addMember("Olive Owner");

  async function addOrganization(): Promise<OrganizationId> {
    const id = newId("organization");
    await database.insert(organizations).values({ id, name: "Test", slug: id.replace("_", "-") });
    await database.insert(revisions).values({ organizationId: id });
    return id;
  }

  async function addMember(name: string, toOrganization: OrganizationId = organizationId) {
    const userId = newId("user");
    await database.insert(users).values({ id: userId, name, email: `${userId}@example.test` });
    await database
      .insert(members)
      .values({ organizationId: toOrganization, id: newId("member"), userId, role: "owner" });
    return { userId, via: "studio" as const, requestId: null };
  }

  const workspace: Workspace = {
    database,
    databaseUrl,
    signals,
    runChange,
    models,
    organizationId,
    owner,
    addOrganization,
    addMember,
    model: () => models.get(organizationId),
    createType: (input) => createType(runChange, organizationId, owner, input),
    write: (...operations) => writeEntries(workspace, organizationId, owner, operations),
    async create(type, title, fields) {
      const [entry] = await workspace.write({ do: "create", type, title, fields });
      return entry!;
    },
    async close() {
      await signals.stop();
      await drop();
    },
  };
  return workspace;
}
