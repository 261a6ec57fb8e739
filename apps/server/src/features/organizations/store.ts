import type { OrganizationId, UserId } from "@lintel/contract";
import { and, asc, eq, isNull } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.js";
import { members, organizations, revisions } from "../../db/schema/index.js";

export type OrganizationRow = typeof organizations.$inferSelect;

/** Answers with nothing where another organization has the slug. */
export async function insertOrganization(
  tx: Transaction,
  row: typeof organizations.$inferInsert,
): Promise<OrganizationRow | undefined> {
  const [inserted] = await tx
    .insert(organizations)
    .values(row)
    .onConflictDoNothing({ target: organizations.slug })
    .returning();
  if (inserted) await tx.insert(revisions).values({ organizationId: inserted.id });
  return inserted;
}

export async function findOrganization(
  queries: Queries,
  id: OrganizationId,
): Promise<OrganizationRow | undefined> {
  const [row] = await queries.select().from(organizations).where(eq(organizations.id, id));
  return row;
}

/** The row as it is and stays until the transaction ends. */
export async function lockOrganization(tx: Transaction, id: OrganizationId): Promise<OrganizationRow> {
  const [row] = await tx.select().from(organizations).where(eq(organizations.id, id)).for("update");
  if (!row) throw new Error(`The organization ${id} has members and no row.`);
  return row;
}

export async function setOrganization(
  tx: Transaction,
  id: OrganizationId,
  values: Partial<Pick<OrganizationRow, "name" | "slug" | "logo">>,
): Promise<OrganizationRow> {
  const [row] = await tx.update(organizations).set(values).where(eq(organizations.id, id)).returning();
  return row!;
}

/** The organizations that a person belongs to now, with the role in each, oldest first. */
export async function listMemberships(queries: Queries, userId: UserId) {
  return await queries
    .select({ organization: organizations, role: members.role })
    .from(members)
    .innerJoin(organizations, eq(organizations.id, members.organizationId))
    .where(and(eq(members.userId, userId), isNull(members.removedAt)))
    .orderBy(asc(organizations.id));
}
