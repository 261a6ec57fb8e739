import type { MemberId, OrganizationId } from "@lintel/contract";
import type { Actor, RunChange } from "../changes/change.js";
import type { Role } from "../organizations/permissions.js";
import { eventMember } from "./event-member.js";
import { lockDecision, requireManager, requireOwnerBeside } from "./owner-rules.js";
import { setMember } from "./store.js";

export async function changeRole(
  runChange: RunChange,
  actor: Actor,
  organizationId: OrganizationId,
  memberId: MemberId,
  role: Role,
): Promise<void> {
  await runChange(organizationId, actor, "shared", async (change) => {
    const decision = await lockDecision(change, memberId);
    const { target, actorRole } = decision;
    requireManager(actorRole, target.role, role);
    if (target.role === role) return;
    requireOwnerBeside(decision);
    await setMember(change.tx, target, { role });
    change.audit("member.role_changed", target.id, { userId: target.userId, from: target.role, to: role });
    const member = await eventMember(change, { ...target, role });
    change.event("member.role_changed", { member, previousRole: target.role });
  });
}
