import type { MemberId, OrganizationId, UserId } from "@lintel/contract";
import { and, asc, eq, isNotNull, isNull, or } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.js";
import { members, users } from "../../db/schema/index.js";
import type { Role } from "../organizations/permissions.js";

export type MemberRow = typeof members.$inferSelect;

const present = isNull(members.removedAt);

export async function findRole(
  queries: Queries,
  organizationId: OrganizationId,
  userId: UserId,
): Promise<Role | null> {
  const [row] = await queries
    .select({ role: members.role })
    .from(members)
    .where(and(eq(members.organizationId, organizationId), eq(members.userId, userId), present));
  return row?.role ?? null;
}

const memberWithPerson = { member: members, name: users.name, email: users.email };

export async function listMembers(queries: Queries, organizationId: OrganizationId) {
  return await queries
    .select(memberWithPerson)
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.organizationId, organizationId), present))
    .orderBy(asc(users.name), asc(members.id));
}

export async function findMember(queries: Queries, organizationId: OrganizationId, memberId: MemberId) {
  const [row] = await queries
    .select(memberWithPerson)
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.organizationId, organizationId), eq(members.id, memberId), present));
  return row;
}

export async function findMemberByEmail(queries: Queries, organizationId: OrganizationId, email: string) {
  const [row] = await queries
    .select(memberWithPerson)
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.organizationId, organizationId), eq(users.email, email), present));
  return row;
}

/**
 * Locks all that a decision about a membership rests on: the people in question and every owner. In one order, so
 * that two decisions wait for each other and the later one sees what the earlier one did.
 */
export async function lockMembers(
  tx: Transaction,
  organizationId: OrganizationId,
  { userId, memberId }: { userId?: UserId; memberId?: MemberId },
): Promise<MemberRow[]> {
  const involved = [
    eq(members.role, "owner"),
    ...(userId ? [eq(members.userId, userId)] : []),
    ...(memberId ? [eq(members.id, memberId)] : []),
  ];
  return await tx
    .select()
    .from(members)
    .where(and(eq(members.organizationId, organizationId), present, or(...involved)))
    .orderBy(asc(members.id))
    .for("update");
}

/**
 * Adds a person, or brings one back who was a member before. Answers with nothing where the person is a member
 * now, who stays as they are.
 */
export async function putMember(
  tx: Transaction,
  row: Omit<MemberRow, "removedAt">,
): Promise<MemberRow | undefined> {
  const [written] = await tx
    .insert(members)
    .values(row)
    .onConflictDoUpdate({
      target: [members.organizationId, members.userId],
      set: { role: row.role, createdAt: row.createdAt, removedAt: null },
      setWhere: isNotNull(members.removedAt),
    })
    .returning();
  return written;
}

export async function setMember(
  tx: Transaction,
  { organizationId, id }: MemberRow,
  values: Partial<Pick<MemberRow, "role" | "removedAt">>,
): Promise<void> {
  await tx
    .update(members)
    .set(values)
    .where(and(eq(members.organizationId, organizationId), eq(members.id, id)));
}

export async function findPerson(queries: Queries, userId: UserId) {
  const [row] = await queries
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  return row!;
}

/** Every membership that a person has or had: entries of those organizations may name them. */
export async function listMembershipsEver(queries: Queries, userId: UserId): Promise<MemberRow[]> {
  return await queries.select().from(members).where(eq(members.userId, userId)).orderBy(asc(members.id));
}

export async function setPersonName(queries: Queries, userId: UserId, name: string): Promise<void> {
  await queries.update(users).set({ name, updatedAt: new Date() }).where(eq(users.id, userId));
}
