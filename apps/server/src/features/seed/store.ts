import type { ContentTypeId, EntryId, OrganizationId, UserId } from "@lintel/contract";
import { and, eq, isNull } from "drizzle-orm";
import type { Queries } from "../../db/database.js";
import { assets, auditRecords, entries } from "../../db/schema/index.js";

/** The audit record of a load that came to its end. */
export const loadedAction = "sample.loaded";

export async function isLoaded(queries: Queries, organizationId: OrganizationId): Promise<boolean> {
  const records = await queries
    .select({ id: auditRecords.id })
    .from(auditRecords)
    .where(and(eq(auditRecords.organizationId, organizationId), eq(auditRecords.action, loadedAction)))
    .limit(1);
  return records.length > 0;
}

/** Whether the person is the one for whom an earlier load made an organization. */
export async function hasSeeded(queries: Queries, userId: UserId): Promise<boolean> {
  const records = await queries
    .select({ id: auditRecords.id })
    .from(auditRecords)
    .where(
      and(
        eq(auditRecords.by, userId),
        eq(auditRecords.via, "seed"),
        eq(auditRecords.action, "organization.created"),
      ),
    )
    .limit(1);
  return records.length > 0;
}

/** Assets of an earlier load, by file name. */
export async function loadedAssets(queries: Queries, organizationId: OrganizationId) {
  const { id, name, sha256 } = assets;
  const rows = await queries
    .select({ id, name, sha256 })
    .from(assets)
    .where(and(eq(assets.organizationId, organizationId), isNull(assets.deletedAt)));
  return new Map(rows.map((row) => [row.name, row]));
}

/** Entries of an earlier load, by slug. */
export async function loadedEntries(queries: Queries, organizationId: OrganizationId, typeId: ContentTypeId) {
  const { id, slug, version } = entries;
  const rows: { id: EntryId; slug: string; version: number }[] = await queries
    .select({ id, slug, version })
    .from(entries)
    .where(
      and(eq(entries.organizationId, organizationId), eq(entries.typeId, typeId), isNull(entries.deletedAt)),
    );
  return new Map(rows.map((row) => [row.slug, row]));
}
