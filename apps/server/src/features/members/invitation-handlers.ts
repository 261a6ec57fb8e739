import { managementApi, may } from "../../api/management-api.js";
import type { Database } from "../../db/database.js";
import type { Mail } from "../../mail/mail.js";
import type { PlanCatalog } from "../billing/plans.js";
import type { RunChange } from "../changes/change.js";
import { presentOrganization } from "../organizations/present-organization.js";
import { readOrganization } from "../organizations/read-organization.js";
import { acceptInvitation, findInvitation } from "./accept-invitation.js";
import { invitationState } from "./invitation-state.js";
import { type InvitationRow, listPendingInvitations } from "./invitation-store.js";
import { invite } from "./invite.js";
import { revokeInvitation } from "./revoke-invitation.js";

export interface InvitationServices {
  database: Database;
  runChange: RunChange;
  mail: Mail;
  plans: PlanCatalog;
  /** The deployment's origin: where the links lead. */
  origin: string;
}

function presentInvitation(row: InvitationRow, creatorName: string | null) {
  const { id, email, role, createdAt, createdBy, expiresAt } = row;
  return {
    id,
    email,
    role,
    createdAt: createdAt.toISOString(),
    createdBy: createdBy && creatorName !== null ? { id: createdBy, name: creatorName } : null,
    expiresAt: expiresAt.toISOString(),
  };
}

export function createInvitationHandlers(services: InvitationServices) {
  const { database, runChange } = services;
  const { invitations } = managementApi;
  return {
    list: invitations.list.use(may("members.manage")).handler(async ({ context }) => {
      const rows = await listPendingInvitations(database, context.organizationId, new Date());
      return {
        invitations: rows.map(({ invitation, creatorName }) => presentInvitation(invitation, creatorName)),
      };
    }),

    create: invitations.create.use(may("members.manage")).handler(async ({ context, input }) => {
      const { organizationId, actor, user } = context;
      const { name } = await readOrganization(database, organizationId);
      const { invitation, link } = await invite(services, actor, organizationId, {
        email: input.email,
        role: input.role,
        organizationName: name,
        inviterName: user.name,
      });
      return { invitation: presentInvitation(invitation, user.name), link };
    }),

    revoke: invitations.revoke.use(may("members.manage")).handler(async ({ context, input }) => {
      await revokeInvitation(runChange, context.actor, context.organizationId, input.invitation);
      return { ok: true as const };
    }),

    lookUp: invitations.lookUp.handler(async ({ input }) => {
      const { invitation, organization, creatorName } = await findInvitation(database, input.token);
      const { name, slug, logo } = organization;
      return {
        organization: { name, slug, logo },
        email: invitation.email,
        role: invitation.role,
        invitedBy: creatorName,
        expiresAt: invitation.expiresAt.toISOString(),
        state: invitationState(invitation, new Date()),
      };
    }),

    accept: invitations.accept.handler(async ({ context: { user, via, requestId }, input }) => {
      const actor = { userId: user.id, via, requestId };
      const { organization, role } = await acceptInvitation(
        database,
        runChange,
        services.plans,
        actor,
        user.email,
        input.token,
      );
      return { organization: presentOrganization(organization), role };
    }),
  };
}
