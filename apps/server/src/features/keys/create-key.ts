import type { OrganizationId } from "@lintel/contract";
import { conflict } from "../../api/api-error.js";
import { newId } from "../../db/new-id.js";
import type { Actor, RunChange } from "../changes/change.js";
import { hashKey, makeKey } from "./key-format.js";
import { countKeys, insertKey, type KeyRow } from "./store.js";

const limit = 100;

/** Makes a key. It is answered here and nowhere again. Only the sample workspace brings one of its own. */
export async function createKey(
  runChange: RunChange,
  actor: Actor,
  organizationId: OrganizationId,
  name: string,
  key: string = makeKey(),
): Promise<{ key: string; row: KeyRow }> {
  const row = await runChange(organizationId, actor, "shared", async (change) => {
    if ((await countKeys(change.tx, organizationId)) >= limit)
      throw conflict(`An organization has at most ${limit} API keys. Revoke one that is no longer used.`);
    const inserted = await insertKey(change.tx, {
      organizationId,
      id: newId("apiKey"),
      name,
      hash: hashKey(key),
      start: key.slice(0, 8),
      end: key.slice(-4),
      createdAt: change.at,
      createdBy: actor.userId,
    });
    change.audit("key.created", inserted.id, { name });
    change.keysChanged();
    return inserted;
  });
  return { key, row };
}
