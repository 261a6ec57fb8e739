import type { OrganizationId } from "@lintel/contract";
import { conflict } from "../../api/api-error.js";
import { newId } from "../../db/new-id.js";
import type { Mail } from "../../mail/mail.js";
import type { PlanCatalog } from "../billing/plans.js";
import { requireSeatToOffer } from "../billing/require-seat.js";
import type { Actor, RunChange } from "../changes/change.js";
import type { Role } from "../organizations/permissions.js";
import {
  countPendingInvitations,
  type InvitationRow,
  insertInvitation,
  revokePendingOf,
} from "./invitation-store.js";
import { hashInvitationToken, makeInvitationToken } from "./invitation-token.js";
import { lockRole, requireManager } from "./owner-rules.js";
import { findMemberByEmail } from "./store.js";

const validMilliseconds = 7 * 86_400_000;
/** Bounds what one organization can make us mail to strangers. */
const pendingLimit = 200;

export interface InviteServices {
  runChange: RunChange;
  mail: Mail;
  plans: PlanCatalog;
  origin: string;
}

export interface NewInvitation {
  email: string;
  role: Role;
  organizationName: string;
  inviterName: string;
}

/** Invites an address. The link is mailed, and answered once: what is stored cannot make it again. */
export async function invite(
  { runChange, mail, plans, origin }: InviteServices,
  actor: Actor,
  organizationId: OrganizationId,
  input: NewInvitation,
): Promise<{ invitation: InvitationRow; link: string }> {
  const email = input.email.toLowerCase();
  const token = makeInvitationToken();
  const invitation = await runChange(organizationId, actor, "shared", async (change) => {
    const { tx, at } = change;
    const actorRole = await lockRole(change, actor.userId);
    requireManager(actorRole, input.role);
    const member = await findMemberByEmail(tx, organizationId, email);
    if (member) throw conflict(`"${email}" is a member already, as ${member.member.role}.`);
    requireManager(actorRole, ...(await revokePendingOf(tx, organizationId, email, at)));
    const waiting = await countPendingInvitations(tx, organizationId, at);
    await requireSeatToOffer(change, plans, waiting);
    if (waiting >= pendingLimit)
      throw conflict(`${pendingLimit} invitations wait for an answer. Take some back before you send more.`);
    const row = await insertInvitation(tx, {
      organizationId,
      id: newId("invitation"),
      email,
      role: input.role,
      tokenHash: hashInvitationToken(token),
      createdAt: at,
      createdBy: actor.userId,
      expiresAt: new Date(at.getTime() + validMilliseconds),
    });
    change.audit("invitation.created", row.id, { email, role: row.role });
    change.event("invitation.created", {
      invitation: { id: row.id, email, role: row.role, expiresAt: row.expiresAt.toISOString() },
    });
    return row;
  });
  const link = `${origin}/invitations/${token}`;
  mail.send({
    to: email,
    subject: `${input.inviterName} invites you to ${input.organizationName}`,
    text: [
      `${input.inviterName} invites you to work on "${input.organizationName}" in Lintel, as ${input.role}.`,
      `Open this address within 7 days, and sign in or sign up as ${email}:`,
      link,
      "If you do not know who this is, do nothing.",
    ].join("\n\n"),
  });
  return { invitation, link };
}
