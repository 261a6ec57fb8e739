import type { ActionId, ContentTypeId, FieldId, OrganizationId } from "@lintel/contract";
import { and, count, desc, eq, getTableColumns, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Queries } from "../../db/database.js";
import {
  actions,
  contentTypes,
  entries,
  entryIndex,
  entryVersions,
  fieldKeys,
  fields,
  pagePatterns,
  typeSlugs,
  users,
} from "../../db/schema/index.js";
import type { Change } from "../changes/change.js";

const closers = alias(users, "closers");

const withPeople = (queries: Queries) =>
  queries
    .select({ ...getTableColumns(actions), byName: users.name, closedByName: closers.name })
    .from(actions)
    .leftJoin(users, eq(users.id, actions.by))
    .leftJoin(closers, eq(closers.id, actions.closedBy));

export type ActionRow = Awaited<ReturnType<typeof withPeople>>[number];

const isAction = (organizationId: OrganizationId, id: ActionId) =>
  and(eq(actions.organizationId, organizationId), eq(actions.id, id));

export async function readAction(
  queries: Queries,
  organizationId: OrganizationId,
  id: ActionId,
): Promise<ActionRow | undefined> {
  const [row] = await withPeople(queries).where(isAction(organizationId, id));
  return row;
}

/** Newest first, one row more than the limit. */
export function listActions(
  queries: Queries,
  organizationId: OrganizationId,
  page: {
    limit: number;
    state?: ActionRow["state"] | undefined;
    before?: { at: Date; id: ActionId } | undefined;
  },
) {
  const { before, state } = page;
  return withPeople(queries)
    .where(
      and(
        eq(actions.organizationId, organizationId),
        state && eq(actions.state, state),
        before && or(lt(actions.at, before.at), and(eq(actions.at, before.at), lt(actions.id, before.id))),
      ),
    )
    .orderBy(desc(actions.at), desc(actions.id))
    .limit(page.limit + 1);
}

/** Closes an Action, and every other open one about what it erased. */
export async function closeActions(
  change: Change,
  where: { id: ActionId } | { fieldId: FieldId } | { typeId: ContentTypeId },
) {
  const { tx, organizationId, at, actor } = change;
  const which =
    "id" in where
      ? eq(actions.id, where.id)
      : "fieldId" in where
        ? eq(actions.fieldId, where.fieldId)
        : eq(actions.typeId, where.typeId);
  await tx
    .update(actions)
    .set({ state: "completed", closedAt: at, closedBy: actor.userId })
    .where(and(eq(actions.organizationId, organizationId), eq(actions.state, "open"), which));
}

export async function retireKeys({ tx, organizationId, at, actor }: Change, fieldId: FieldId, key?: string) {
  await tx
    .update(fieldKeys)
    .set({ state: "retired", since: at, by: actor.userId, note: null })
    .where(
      and(
        eq(fieldKeys.organizationId, organizationId),
        eq(fieldKeys.fieldId, fieldId),
        key === undefined ? undefined : eq(fieldKeys.key, key),
      ),
    );
}

export async function retireSlugs(
  { tx, organizationId, at, actor }: Change,
  typeId: ContentTypeId,
  slug?: string,
) {
  await tx
    .update(typeSlugs)
    .set({ state: "retired", since: at, by: actor.userId, note: null })
    .where(
      and(
        eq(typeSlugs.organizationId, organizationId),
        eq(typeSlugs.typeId, typeId),
        slug === undefined ? undefined : eq(typeSlugs.slug, slug),
      ),
    );
}

/** Entries and versions that hold a value of the field. */
export async function countValues(
  queries: Queries,
  organizationId: OrganizationId,
  fieldId: FieldId,
  storage: "values" | "documents",
) {
  const [held] = await queries
    .select({ entries: count() })
    .from(entries)
    .where(and(eq(entries.organizationId, organizationId), sql`${entries[storage]} ? ${fieldId}`));
  const [kept] = await queries
    .select({ versions: count() })
    .from(entryVersions)
    .where(
      and(eq(entryVersions.organizationId, organizationId), sql`${entryVersions[storage]} ? ${fieldId}`),
    );
  return { entries: Number(held?.entries ?? 0), versions: Number(kept?.versions ?? 0) };
}

const ofType = (organizationId: OrganizationId, typeId: ContentTypeId) =>
  and(eq(entries.organizationId, organizationId), eq(entries.typeId, typeId));

/** Entries of a type, their versions, and how often entries of other types point to them. */
export async function countType(queries: Queries, organizationId: OrganizationId, typeId: ContentTypeId) {
  const ids = queries.select({ id: entries.id }).from(entries).where(ofType(organizationId, typeId));
  const [held] = await queries
    .select({ entries: count() })
    .from(entries)
    .where(ofType(organizationId, typeId));
  const [kept] = await queries
    .select({ versions: count() })
    .from(entryVersions)
    .where(and(eq(entryVersions.organizationId, organizationId), inArray(entryVersions.entryId, ids)));
  const outside = alias(entries, "outside");
  const [pointing] = await queries
    .select({ references: count() })
    .from(entryIndex)
    .innerJoin(
      outside,
      and(
        eq(outside.organizationId, entryIndex.organizationId),
        eq(outside.id, entryIndex.entryId),
        isNull(outside.deletedAt),
      ),
    )
    .where(
      and(
        eq(entryIndex.organizationId, organizationId),
        sql`${outside.typeId} <> ${typeId}`,
        inArray(entryIndex.textKey, ids),
      ),
    );
  return {
    entries: Number(held?.entries ?? 0),
    versions: Number(kept?.versions ?? 0),
    references: Number(pointing?.references ?? 0),
  };
}

/** Erases a field and its history. The entries' search words are the caller's. */
export async function eraseField(
  { tx, organizationId }: Change,
  fieldId: FieldId,
  storage: "values" | "documents",
) {
  const without = (table: typeof entries | typeof entryVersions) => ({
    [storage]: sql`${table[storage]} - ${fieldId}::text`,
  });
  await tx
    .update(entries)
    .set(without(entries))
    .where(and(eq(entries.organizationId, organizationId), sql`${entries[storage]} ? ${fieldId}`));
  await tx
    .update(entryVersions)
    .set(without(entryVersions))
    .where(
      and(eq(entryVersions.organizationId, organizationId), sql`${entryVersions[storage]} ? ${fieldId}`),
    );
  await tx
    .delete(entryIndex)
    .where(and(eq(entryIndex.organizationId, organizationId), eq(entryIndex.fieldId, fieldId)));
  await tx.delete(fields).where(and(eq(fields.organizationId, organizationId), eq(fields.id, fieldId)));
}

/** Erases a type with its fields, entries and history. */
export async function eraseType({ tx, organizationId }: Change, typeId: ContentTypeId) {
  const ids = tx.select({ id: entries.id }).from(entries).where(ofType(organizationId, typeId));
  await tx
    .delete(entryIndex)
    .where(and(eq(entryIndex.organizationId, organizationId), inArray(entryIndex.entryId, ids)));
  await tx
    .delete(entryVersions)
    .where(and(eq(entryVersions.organizationId, organizationId), inArray(entryVersions.entryId, ids)));
  await tx.delete(entries).where(ofType(organizationId, typeId));
  await tx.delete(fields).where(and(eq(fields.organizationId, organizationId), eq(fields.typeId, typeId)));
  await tx
    .delete(pagePatterns)
    .where(and(eq(pagePatterns.organizationId, organizationId), eq(pagePatterns.typeId, typeId)));
  await tx
    .delete(fieldKeys)
    .where(and(eq(fieldKeys.organizationId, organizationId), eq(fieldKeys.typeId, typeId)));
  await tx
    .delete(contentTypes)
    .where(and(eq(contentTypes.organizationId, organizationId), eq(contentTypes.id, typeId)));
}
