import type { ContentTypeId, EntryId, FieldId, OrganizationId } from "@lintel/contract";
import { and, desc, eq, getTableColumns, inArray, isNotNull, isNull, like, lt, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Queries } from "../../db/database.js";
import { assets, entries, entryIndex, entryVersions, members, users } from "../../db/schema/index.js";
import type { IndexCell } from "../../field-types/field-type.js";
import { foldText, foldWords } from "../../field-types/fold-text.js";
import type { Change } from "../changes/change.js";
import type { EntryState } from "./entry-state.js";

const { search: _words, titleKey: _titleKey, ...columns } = getTableColumns(entries);
const creators = alias(users, "creators");
const updaters = alias(users, "updaters");

const withPeople = (queries: Queries) =>
  queries
    .select({ ...columns, createdByName: creators.name, updatedByName: updaters.name })
    .from(entries)
    .leftJoin(creators, eq(creators.id, entries.createdBy))
    .leftJoin(updaters, eq(updaters.id, entries.updatedBy));

export type EntryRow = Awaited<ReturnType<typeof withPeople>>[number];

const isEntry = (organizationId: OrganizationId, id: EntryId) =>
  and(eq(entries.organizationId, organizationId), eq(entries.id, id));

export async function readEntry(
  queries: Queries,
  organizationId: OrganizationId,
  id: EntryId,
): Promise<EntryRow | undefined> {
  const [row] = await withPeople(queries).where(isEntry(organizationId, id));
  return row;
}

export function readEntries(
  queries: Queries,
  organizationId: OrganizationId,
  ids: EntryId[],
): Promise<EntryRow[]> {
  return withPeople(queries).where(and(eq(entries.organizationId, organizationId), inArray(entries.id, ids)));
}

/** Takes the entry's row for this change: another writer of the same entry waits. */
export async function lockEntry({ tx, organizationId }: Change, id: EntryId) {
  const [row] = await tx.select(columns).from(entries).where(isEntry(organizationId, id)).for("update");
  return row;
}

export type LockedEntry = NonNullable<Awaited<ReturnType<typeof lockEntry>>>;

export interface EntryPage {
  limit: number;
  deleted: boolean;
  search?: string | undefined;
  before?: { at: Date; id: EntryId } | undefined;
}

/** Entries of a type, last changed first (deleted ones: last deleted first), one more than the limit. */
export function listEntries(
  queries: Queries,
  organizationId: OrganizationId,
  typeId: ContentTypeId,
  page: EntryPage,
) {
  const at = page.deleted ? entries.deletedAt : entries.updatedAt;
  const { before } = page;
  return withPeople(queries)
    .where(
      and(
        eq(entries.organizationId, organizationId),
        eq(entries.typeId, typeId),
        page.deleted ? isNotNull(entries.deletedAt) : isNull(entries.deletedAt),
        before && or(lt(at, before.at), and(eq(at, before.at), lt(entries.id, before.id))),
        page.search
          ? sql`${entries.search} @@ plainto_tsquery('simple', ${foldWords(page.search)})`
          : undefined,
      ),
    )
    .orderBy(desc(at), desc(entries.id))
    .limit(page.limit + 1);
}

/** Writes a new entry; false when its slug is taken. */
export async function insertEntryRow(
  change: Change,
  id: EntryId,
  typeId: ContentTypeId,
  state: EntryState,
  words: string,
): Promise<boolean> {
  const { organizationId, at, actor } = change;
  const rows = await change.tx
    .insert(entries)
    .values({
      organizationId,
      id,
      typeId,
      ...state,
      titleKey: foldText(state.title),
      search: sql`to_tsvector('simple', ${words})`,
      createdAt: at,
      createdBy: actor.userId,
      updatedAt: at,
      updatedBy: actor.userId,
    })
    .onConflictDoNothing({
      target: [entries.organizationId, entries.typeId, entries.slug],
      where: sql`deleted_at is null`,
    })
    .returning({ id: entries.id });
  return rows.length > 0;
}

export async function updateEntryRow(
  change: Change,
  id: EntryId,
  version: number,
  state: EntryState,
  words: string,
) {
  await change.tx
    .update(entries)
    .set({
      ...state,
      titleKey: foldText(state.title),
      search: sql`to_tsvector('simple', ${words})`,
      version,
      updatedAt: change.at,
      updatedBy: change.actor.userId,
    })
    .where(isEntry(change.organizationId, id));
}

export async function setDeleted(change: Change, id: EntryId, version: number, deleted: boolean) {
  const { at, actor } = change;
  await change.tx
    .update(entries)
    .set({
      version,
      deletedAt: deleted ? at : null,
      deletedBy: deleted ? actor.userId : null,
      updatedAt: at,
      updatedBy: actor.userId,
    })
    .where(isEntry(change.organizationId, id));
}

/** Whether a living entry of the type other than this one has the slug. */
export async function findBySlug({ tx, organizationId }: Change, typeId: ContentTypeId, slug: string) {
  const [row] = await tx
    .select({ id: entries.id, title: entries.title })
    .from(entries)
    .where(
      and(
        eq(entries.organizationId, organizationId),
        eq(entries.typeId, typeId),
        eq(entries.slug, slug),
        isNull(entries.deletedAt),
      ),
    );
  return row;
}

/** The living slugs that are `start` or `start` and a number. */
export async function slugsLike(
  { tx, organizationId }: Change,
  typeId: ContentTypeId,
  start: string,
): Promise<Set<string>> {
  const escaped = start.replace(/[\\%_]/g, "\\$&");
  const rows = await tx
    .select({ slug: entries.slug })
    .from(entries)
    .where(
      and(
        eq(entries.organizationId, organizationId),
        eq(entries.typeId, typeId),
        or(eq(entries.slug, start), like(entries.slug, `${escaped}-%`)),
        isNull(entries.deletedAt),
      ),
    );
  return new Set(rows.map((row) => row.slug));
}

/** Puts the index of some fields of an entry in order: what was is taken out, `cells` go in. */
export async function writeIndex(
  change: Change,
  entryId: EntryId,
  cells: Map<FieldId, IndexCell[]>,
  isNew: boolean,
) {
  const { tx, organizationId } = change;
  const fieldIds = [...cells.keys()];
  if (!isNew && fieldIds.length > 0) {
    await tx
      .delete(entryIndex)
      .where(
        and(
          eq(entryIndex.organizationId, organizationId),
          eq(entryIndex.entryId, entryId),
          inArray(entryIndex.fieldId, fieldIds),
        ),
      );
  }
  const rows = fieldIds.flatMap((fieldId) =>
    (cells.get(fieldId) ?? []).map((cell, ordinal) => ({
      organizationId,
      fieldId,
      entryId,
      ordinal,
      ...("text" in cell ? { textKey: cell.text } : { numberKey: cell.number }),
    })),
  );
  if (rows.length > 0) await tx.insert(entryIndex).values(rows);
}

/** Of these entries, those that are there, with their type; deleted ones too. */
export async function findLinkedEntries({ tx, organizationId }: Change, ids: EntryId[]) {
  return tx
    .select({ id: entries.id, typeId: entries.typeId, title: entries.title, deletedAt: entries.deletedAt })
    .from(entries)
    .where(and(eq(entries.organizationId, organizationId), inArray(entries.id, ids)));
}

export async function findLinkedAssets(
  { tx, organizationId }: Change,
  ids: (typeof assets.$inferSelect)["id"][],
) {
  return tx
    .select({ id: assets.id })
    .from(assets)
    .where(and(eq(assets.organizationId, organizationId), inArray(assets.id, ids), isNull(assets.deletedAt)));
}

/** Of these people, those who are members now. */
export async function findLinkedPeople(
  { tx, organizationId }: Change,
  ids: (typeof members.$inferSelect)["userId"][],
) {
  return tx
    .select({ id: members.userId })
    .from(members)
    .where(
      and(
        eq(members.organizationId, organizationId),
        inArray(members.userId, ids),
        isNull(members.removedAt),
      ),
    );
}

/** Removes for good what was deleted before the instant, at most `limit` entries; says which went. */
export async function purgeEntries(queries: Queries, before: Date, limit: number): Promise<EntryId[]> {
  const gone = await queries
    .select({ organizationId: entries.organizationId, id: entries.id })
    .from(entries)
    .where(lt(entries.deletedAt, before))
    .limit(limit)
    .for("update", { skipLocked: true });
  for (const { organizationId, id } of gone) {
    await queries
      .delete(entryIndex)
      .where(and(eq(entryIndex.organizationId, organizationId), eq(entryIndex.entryId, id)));
    await queries
      .delete(entryVersions)
      .where(and(eq(entryVersions.organizationId, organizationId), eq(entryVersions.entryId, id)));
    await queries.delete(entries).where(isEntry(organizationId, id));
  }
  return gone.map((row) => row.id);
}
