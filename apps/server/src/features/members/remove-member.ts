import type { MemberId, OrganizationId } from "@lintel/contract";
import { markSeats } from "../billing/mark-seats.js";
import type { Actor, Change, RunChange } from "../changes/change.js";
import { eventMember } from "./event-member.js";
import { lockDecision, type MemberDecision, requireManager, requireOwnerBeside } from "./owner-rules.js";
import { setMember } from "./store.js";

export async function removeMember(
  runChange: RunChange,
  actor: Actor,
  organizationId: OrganizationId,
  memberId: MemberId,
): Promise<void> {
  await runChange(organizationId, actor, "shared", async (change) => {
    const decision = await lockDecision(change, memberId);
    requireManager(decision.actorRole, decision.target.role);
    await end(change, decision);
  });
}

/** Anyone may leave, but the last owner. */
export async function leaveOrganization(
  runChange: RunChange,
  actor: Actor,
  organizationId: OrganizationId,
): Promise<void> {
  await runChange(organizationId, actor, "shared", async (change) => {
    await end(change, await lockDecision(change));
  });
}

/** The row stays, so that entries go on naming the person. */
async function end(change: Change, decision: MemberDecision): Promise<void> {
  const { target } = decision;
  requireOwnerBeside(decision);
  await setMember(change.tx, target, { removedAt: change.at });
  const left = target.userId === change.actor.userId;
  change.audit("member.removed", target.id, { userId: target.userId, role: target.role, left });
  await markSeats(change);
  change.event("member.removed", { member: await eventMember(change, target), left });
}
