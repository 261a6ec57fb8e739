import type { AssetId, EntryId, FieldId, OrganizationId } from "@lintel/contract";
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  ilike,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  not,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Queries } from "../../db/database.js";
import { assets, entries, entryIndex, fields, organizations, users } from "../../db/schema/index.js";
import type { Change } from "../changes/change.js";
import type { FileOwner } from "./storage-key.js";

const withPerson = (queries: Queries) =>
  queries
    .select({ ...getTableColumns(assets), createdByName: users.name })
    .from(assets)
    .leftJoin(users, eq(users.id, assets.createdBy));

export type AssetRow = Awaited<ReturnType<typeof withPerson>>[number];
type NewAsset = Omit<typeof assets.$inferInsert, "organizationId" | "createdAt" | "createdBy" | "updatedAt">;

const isAsset = (organizationId: OrganizationId, id: AssetId) =>
  and(eq(assets.organizationId, organizationId), eq(assets.id, id));

export async function readAsset(
  queries: Queries,
  organizationId: OrganizationId,
  id: AssetId,
): Promise<AssetRow | undefined> {
  const [row] = await withPerson(queries).where(isAsset(organizationId, id));
  return row;
}

/** A living asset by its id alone, as its public address has it. */
export async function findPublicAsset(queries: Queries, id: AssetId) {
  const [row] = await queries
    .select()
    .from(assets)
    .where(and(eq(assets.id, id), isNull(assets.deletedAt)));
  return row;
}

/** Takes the asset's row for this change. */
export async function lockAsset({ tx, organizationId }: Change, id: AssetId) {
  const [row] = await tx.select().from(assets).where(isAsset(organizationId, id)).for("update");
  return row;
}

export async function insertAsset({ tx, organizationId, actor, at }: Change, asset: NewAsset): Promise<void> {
  await tx
    .insert(assets)
    .values({ ...asset, organizationId, createdAt: at, createdBy: actor.userId, updatedAt: at });
}

export async function setAsset(
  { tx, organizationId, at }: Change,
  id: AssetId,
  values: Partial<Pick<typeof assets.$inferInsert, "name" | "alt" | "deletedAt" | "deletedBy">>,
): Promise<void> {
  await tx
    .update(assets)
    .set({ ...values, updatedAt: at })
    .where(isAsset(organizationId, id));
}

export type AssetKind = "image" | "video" | "audio" | "other";

export interface AssetPage {
  limit: number;
  deleted: boolean;
  search?: string | undefined;
  kind?: AssetKind | undefined;
  before?: { at: Date; id: AssetId } | undefined;
}

/** Newest first (deleted ones: last deleted first), one more than the limit. */
export function listAssets(
  queries: Queries,
  organizationId: OrganizationId,
  page: AssetPage,
): Promise<AssetRow[]> {
  const at = page.deleted ? assets.deletedAt : assets.createdAt;
  const { before, search } = page;
  return withPerson(queries)
    .where(
      and(
        eq(assets.organizationId, organizationId),
        page.deleted ? isNotNull(assets.deletedAt) : isNull(assets.deletedAt),
        before && or(lt(at, before.at), and(eq(at, before.at), lt(assets.id, before.id))),
        search ? or(ilike(assets.name, contains(search)), ilike(assets.alt, contains(search))) : undefined,
        page.kind && isOfKind(page.kind),
      ),
    )
    .orderBy(desc(at), desc(assets.id))
    .limit(page.limit + 1);
}

const contains = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

function isOfKind(kind: AssetKind): SQL | undefined {
  if (kind !== "other") return like(assets.contentType, `${kind}/%`);
  return and(...["image/%", "video/%", "audio/%"].map((type) => not(like(assets.contentType, type))));
}

export interface UsePage {
  limit: number;
  after?: EntryId | undefined;
}

/**
 * Living entries that hold the asset, with the fields it is in, deprecated ones included: readers still get those.
 * One more than the limit.
 */
export function listUses(
  queries: Queries,
  organizationId: OrganizationId,
  id: AssetId,
  { limit, after }: UsePage,
) {
  const holders = queries
    .select({ id: fields.id })
    .from(fields)
    .where(and(eq(fields.organizationId, organizationId), inArray(fields.type, ["asset", "rich_text"])));
  return queries
    .select({
      entryId: entries.id,
      slug: entries.slug,
      title: entries.title,
      typeId: entries.typeId,
      fieldIds: sql<FieldId[]>`array_agg(distinct ${entryIndex.fieldId})`,
    })
    .from(entryIndex)
    .innerJoin(
      entries,
      and(eq(entries.organizationId, entryIndex.organizationId), eq(entries.id, entryIndex.entryId)),
    )
    .where(
      and(
        eq(entryIndex.organizationId, organizationId),
        inArray(entryIndex.fieldId, holders),
        eq(entryIndex.textPrefix, id),
        isNull(entries.deletedAt),
        after && gt(entries.id, after),
      ),
    )
    .groupBy(entries.organizationId, entries.id)
    .orderBy(asc(entries.id))
    .limit(limit + 1);
}

export type UseRow = Awaited<ReturnType<typeof listUses>>[number];

/** Of these owners of files, those whose asset has a row, deleted or not. */
export async function findOwners(queries: Queries, owners: FileOwner[]): Promise<FileOwner[]> {
  if (owners.length === 0) return [];
  const pairs = owners.map((owner) => sql`(${owner.organizationId}, ${owner.id})`);
  return queries
    .select({ organizationId: assets.organizationId, id: assets.id })
    .from(assets)
    .where(sql`(${assets.organizationId}, ${assets.id}) in (${sql.join(pairs, sql`, `)})`);
}

/** Of the organizations that own these files, those that are in this database. */
export async function findOrganizations(queries: Queries, owners: FileOwner[]): Promise<Set<OrganizationId>> {
  const ids = [...new Set(owners.map((owner) => owner.organizationId))];
  if (ids.length === 0) return new Set();
  const rows = await queries
    .select({ id: organizations.id })
    .from(organizations)
    .where(inArray(organizations.id, ids));
  return new Set(rows.map(({ id }) => id));
}

/** Removes for good the rows of what was deleted before the instant, at most `limit`; says which files they had. */
export async function purgeAssets(queries: Queries, before: Date, limit: number) {
  const gone = await queries
    .select({ organizationId: assets.organizationId, id: assets.id })
    .from(assets)
    .where(lt(assets.deletedAt, before))
    .limit(limit)
    .for("update", { skipLocked: true });
  const purged: { storageKey: string }[] = [];
  for (const { organizationId, id } of gone) {
    purged.push(
      ...(await queries
        .delete(assets)
        .where(isAsset(organizationId, id))
        .returning({ storageKey: assets.storageKey })),
    );
  }
  return purged;
}
