import { ApiError, conflict, notFound } from "../../api/api-error.js";
import type { Database } from "../../db/database.js";
import type { PlanCatalog } from "../billing/plans.js";
import { requireSeat } from "../billing/require-seat.js";
import type { Actor, Change, RunChange } from "../changes/change.js";
import { mayRole, type Role } from "../organizations/permissions.js";
import { addMember } from "./add-member.js";
import { type InvitationState, invitationState } from "./invitation-state.js";
import {
  findInvitationByToken,
  type InvitationRow,
  lockInvitation,
  markAccepted,
} from "./invitation-store.js";
import { hashInvitationToken } from "./invitation-token.js";
import { lockRole } from "./owner-rules.js";
import { findRole } from "./store.js";

const refusals: Record<Exclude<InvitationState, "pending">, string> = {
  accepted: "This invitation was accepted before. Ask for a new one to come back.",
  revoked:
    "This invitation was taken back, or a newer one took its place. Use the newest mail, or ask again.",
  expired: "This invitation has expired: it was valid for 7 days. Ask for a new one.",
};

export async function findInvitation(database: Database, token: string) {
  const found = await findInvitationByToken(database, hashInvitationToken(token));
  if (!found) throw notFound("No invitation has this link. Check that the address is complete.");
  return found;
}

/**
 * Makes the person a member. Whoever is a member already gets the same answer as the first time, and keeps their
 * role: an answer that was lost can be asked for again.
 */
export async function acceptInvitation(
  database: Database,
  runChange: RunChange,
  plans: PlanCatalog,
  actor: Actor & { userId: NonNullable<Actor["userId"]> },
  email: string,
  token: string,
) {
  const { invitation, organization } = await findInvitation(database, token);
  if (invitation.email !== email.toLowerCase())
    throw new ApiError(
      "FORBIDDEN",
      `This invitation is for ${invitation.email}, and you are signed in as ${email}. Sign in with that address.`,
    );
  const role = await runChange<Role>(organization.id, actor, "shared", async (change) => {
    // Members before invitations, as whoever invites locks them: the other way round two could wait for each other.
    const before = await lockRole(change, actor.userId);
    const locked = await lockInvitation(change.tx, organization.id, invitation.id);
    const state = invitationState(locked, change.at);
    // While we waited for the invitation the same person may have accepted it in another tab.
    const present = before ?? (await findRole(change.tx, organization.id, actor.userId)) ?? undefined;
    if (present && (state === "pending" || state === "accepted")) {
      if (state === "pending") await markAccepted(change.tx, locked, change.at);
      return present;
    }
    if (state !== "pending") throw conflict(refusals[state]);
    await refuseUnlessInviterMay(change, locked);
    await requireSeat(change, plans, organization.name);
    await markAccepted(change.tx, locked, change.at);
    await addMember(change, actor.userId, locked.role);
    return locked.role;
  });
  return { organization, role };
}

/** Whoever was removed or demoted has nothing left to give, nor has an invitation they made before. */
async function refuseUnlessInviterMay(change: Change, { createdBy, role }: InvitationRow): Promise<void> {
  if (!createdBy) return;
  const inviter = await findRole(change.tx, change.organizationId, createdBy);
  const may = inviter && mayRole(inviter, "members.manage") && (role !== "owner" || inviter === "owner");
  if (!may)
    throw conflict(
      "Whoever sent this invitation may no longer invite to this organization. Ask for a new one.",
    );
}
