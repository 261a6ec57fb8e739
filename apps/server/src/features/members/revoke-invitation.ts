import type { InvitationId, OrganizationId } from "@lintel/contract";
import { notFound } from "../../api/api-error.js";
import type { Actor, RunChange } from "../changes/change.js";
import { revokePending } from "./invitation-store.js";
import { lockRole, requireManager } from "./owner-rules.js";

export async function revokeInvitation(
  runChange: RunChange,
  actor: Actor,
  organizationId: OrganizationId,
  invitationId: InvitationId,
): Promise<void> {
  await runChange(organizationId, actor, "shared", async (change) => {
    const row = await revokePending(change.tx, organizationId, invitationId, change.at);
    if (!row) throw notFound("No invitation with that id waits for an answer.");
    requireManager(await lockRole(change, actor.userId), row.role);
    change.audit("invitation.revoked", row.id, { email: row.email, role: row.role });
  });
}
