import type { UserId } from "@lintel/contract";
import type { Database } from "../../db/database.js";
import type { Actor, RunChange } from "../changes/change.js";
import { listMembershipsEver, setPersonName } from "./store.js";

/**
 * Changes a person's name. Entries of every organization that knows the person may read it, so the content of
 * each changes. The name is written with every one of them: whichever comes first, repeating the whole is safe.
 */
export async function renamePerson(
  database: Database,
  runChange: RunChange,
  actor: Actor,
  userId: UserId,
  name: string,
): Promise<void> {
  const memberships = await listMembershipsEver(database, userId);
  if (memberships.length === 0) await setPersonName(database, userId, name);
  for (const { organizationId, id } of memberships) {
    await runChange(organizationId, actor, "shared", async (change) => {
      await setPersonName(change.tx, userId, name);
      change.contentChanged();
      change.audit("member.renamed", id, { userId });
    });
  }
}
