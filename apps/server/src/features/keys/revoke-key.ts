import type { ApiKeyId, OrganizationId } from "@lintel/contract";
import { notFound } from "../../api/api-error.js";
import type { Actor, RunChange } from "../changes/change.js";
import { markRevoked } from "./store.js";

/** Ends a key. Every process hears of it with the commit and forgets what it knew. */
export async function revokeKey(
  runChange: RunChange,
  actor: Actor,
  organizationId: OrganizationId,
  keyId: ApiKeyId,
): Promise<void> {
  await runChange(organizationId, actor, "shared", async (change) => {
    const revoked = { revokedAt: change.at, revokedBy: actor.userId };
    const row = await markRevoked(change.tx, organizationId, keyId, revoked);
    if (!row) throw notFound("No API key with that id is in force here. The list of keys has the ids.");
    change.audit("key.revoked", row.id, { name: row.name });
    change.keysChanged();
  });
}
