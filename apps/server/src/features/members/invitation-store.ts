import type { InvitationId, OrganizationId } from "@lintel/contract";
import { and, count, desc, eq, gt, isNull } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.js";
import { invitations, organizations, users } from "../../db/schema/index.js";

export type InvitationRow = typeof invitations.$inferSelect;

const pendingAt = (at: Date) =>
  and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt), gt(invitations.expiresAt, at));

const inOrganization = (organizationId: OrganizationId) => eq(invitations.organizationId, organizationId);

export async function listPendingInvitations(queries: Queries, organizationId: OrganizationId, at: Date) {
  return await queries
    .select({ invitation: invitations, creatorName: users.name })
    .from(invitations)
    .leftJoin(users, eq(users.id, invitations.createdBy))
    .where(and(inOrganization(organizationId), pendingAt(at)))
    .orderBy(desc(invitations.id));
}

export async function countPendingInvitations(
  queries: Queries,
  organizationId: OrganizationId,
  at: Date,
): Promise<number> {
  const [row] = await queries
    .select({ pending: count() })
    .from(invitations)
    .where(and(inOrganization(organizationId), pendingAt(at)));
  return row!.pending;
}

export async function insertInvitation(tx: Transaction, row: typeof invitations.$inferInsert) {
  const [inserted] = await tx.insert(invitations).values(row).returning();
  return inserted!;
}

/** Takes back what waits for this address, and says which roles it was to give. */
export async function revokePendingOf(
  tx: Transaction,
  organizationId: OrganizationId,
  email: string,
  at: Date,
): Promise<InvitationRow["role"][]> {
  const rows = await tx
    .update(invitations)
    .set({ revokedAt: at })
    .where(and(inOrganization(organizationId), eq(invitations.email, email), pendingAt(at)))
    .returning({ role: invitations.role });
  return rows.map((row) => row.role);
}

/** Answers with nothing where the organization has no such invitation, or it no longer waits. */
export async function revokePending(
  tx: Transaction,
  organizationId: OrganizationId,
  id: InvitationId,
  at: Date,
): Promise<InvitationRow | undefined> {
  const [row] = await tx
    .update(invitations)
    .set({ revokedAt: at })
    .where(and(inOrganization(organizationId), eq(invitations.id, id), pendingAt(at)))
    .returning();
  return row;
}

export async function findInvitationByToken(queries: Queries, tokenHash: Buffer) {
  const [row] = await queries
    .select({ invitation: invitations, organization: organizations, creatorName: users.name })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
    .leftJoin(users, eq(users.id, invitations.createdBy))
    .where(eq(invitations.tokenHash, tokenHash));
  return row;
}

export async function lockInvitation(
  tx: Transaction,
  organizationId: OrganizationId,
  id: InvitationId,
): Promise<InvitationRow> {
  const [row] = await tx
    .select()
    .from(invitations)
    .where(and(inOrganization(organizationId), eq(invitations.id, id)))
    .for("update");
  return row!;
}

export async function markAccepted(tx: Transaction, { organizationId, id }: InvitationRow, at: Date) {
  await tx
    .update(invitations)
    .set({ acceptedAt: at })
    .where(and(inOrganization(organizationId), eq(invitations.id, id)));
}
