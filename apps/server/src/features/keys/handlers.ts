import { managementApi, may } from "../../api/management-api.js";
import type { Database } from "../../db/database.js";
import type { RunChange } from "../changes/change.js";
import { createKey } from "./create-key.js";
import { revokeKey } from "./revoke-key.js";
import { type KeyRow, listKeys } from "./store.js";

export interface KeyServices {
  database: Database;
  runChange: RunChange;
}

function presentKey(row: KeyRow, creatorName: string | null) {
  const { id, name, start, end, createdBy, createdAt, lastUsedAt, modelRevisionSeen } = row;
  return {
    id,
    name,
    start,
    end,
    createdBy: createdBy && creatorName !== null ? { id: createdBy, name: creatorName } : null,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    modelRevisionSeen,
  };
}

export function createKeyHandlers({ database, runChange }: KeyServices) {
  const { keys } = managementApi;
  return {
    list: keys.list.use(may("keys.manage")).handler(async ({ context }) => {
      const rows = await listKeys(database, context.organizationId);
      return { keys: rows.map(({ key, creatorName }) => presentKey(key, creatorName)) };
    }),

    create: keys.create.use(may("keys.manage")).handler(async ({ context, input }) => {
      const { organizationId, actor, user } = context;
      const { key, row } = await createKey(runChange, actor, organizationId, input.name);
      return { key, apiKey: presentKey(row, user.name) };
    }),

    revoke: keys.revoke.use(may("keys.manage")).handler(async ({ context, input }) => {
      await revokeKey(runChange, context.actor, context.organizationId, input.key);
      return { ok: true as const };
    }),
  };
}
