import type { ApiKeyId, OrganizationId } from "@lintel/contract";
import { and, count, desc, eq, isNull, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.js";
import { apiKeys, users } from "../../db/schema/index.js";

export type KeyRow = typeof apiKeys.$inferSelect;

/** A key that has not been revoked, by what is stored of it. */
export async function findKeyByHash(queries: Queries, hash: Buffer) {
  const [row] = await queries
    .select({ keyId: apiKeys.id, organizationId: apiKeys.organizationId, name: apiKeys.name })
    .from(apiKeys)
    .where(and(eq(apiKeys.hash, hash), isNull(apiKeys.revokedAt)));
  return row ?? null;
}

export async function findKeyOrRevoked(queries: Queries, hash: Buffer) {
  const [row] = await queries
    .select({ revokedAt: apiKeys.revokedAt })
    .from(apiKeys)
    .where(eq(apiKeys.hash, hash));
  return row;
}

/** The keys that have not been revoked, newest first, each with the person who made it. */
export async function listKeys(queries: Queries, organizationId: OrganizationId) {
  return await queries
    .select({ key: apiKeys, creatorName: users.name })
    .from(apiKeys)
    .leftJoin(users, eq(users.id, apiKeys.createdBy))
    .where(and(eq(apiKeys.organizationId, organizationId), isNull(apiKeys.revokedAt)))
    .orderBy(desc(apiKeys.id));
}

export async function countKeys(queries: Queries, organizationId: OrganizationId): Promise<number> {
  const [row] = await queries
    .select({ keys: count() })
    .from(apiKeys)
    .where(and(eq(apiKeys.organizationId, organizationId), isNull(apiKeys.revokedAt)));
  return row!.keys;
}

export async function insertKey(tx: Transaction, row: typeof apiKeys.$inferInsert): Promise<KeyRow> {
  const [inserted] = await tx.insert(apiKeys).values(row).returning();
  return inserted!;
}

/** Answers with the key, or with nothing where the organization has no such key or it was revoked before. */
export async function markRevoked(
  tx: Transaction,
  organizationId: OrganizationId,
  keyId: ApiKeyId,
  revoked: Required<Pick<KeyRow, "revokedAt" | "revokedBy">>,
): Promise<KeyRow | undefined> {
  const [row] = await tx
    .update(apiKeys)
    .set(revoked)
    .where(and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.id, keyId), isNull(apiKeys.revokedAt)))
    .returning();
  return row;
}

export interface KeyUse {
  keyId: ApiKeyId;
  organizationId: OrganizationId;
  at: Date;
  modelRevisionSeen: number | null;
}

/** Several processes write here: a later use is never overwritten by an earlier one. */
export async function writeUses(queries: Queries, uses: readonly KeyUse[]): Promise<void> {
  const rows = JSON.stringify(
    uses.map((use) => [use.organizationId, use.keyId, use.at.toISOString(), use.modelRevisionSeen]),
  );
  // Rows are locked in one order, so that two processes that write the same keys cannot wait for each other.
  await queries.execute(sql`
    with uses as (
      select use ->> 0 as organization_id, use ->> 1 as id, (use ->> 2)::timestamptz as at, (use ->> 3)::bigint as revision
      from jsonb_array_elements(${rows}::jsonb) as use
    ), locked as (
      select organization_id, id from ${apiKeys}
      where (organization_id, id) in (select organization_id, id from uses)
      order by organization_id, id for no key update
    )
    update ${apiKeys} as stored
    set last_used_at = greatest(stored.last_used_at, uses.at),
        model_revision_seen = case
          when uses.at >= coalesce(stored.last_used_at, uses.at) then coalesce(uses.revision, stored.model_revision_seen)
          else stored.model_revision_seen
        end
    from uses, locked
    where stored.organization_id = locked.organization_id and stored.id = locked.id
      and uses.organization_id = locked.organization_id and uses.id = locked.id`);
}
