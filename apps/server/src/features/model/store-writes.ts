import type { ActionId, ContentTypeId, FieldId, OrganizationId } from "@lintel/contract";
import { and, count, eq, inArray, max, sql } from "drizzle-orm";
import type { Transaction } from "../../db/database.js";
import { newId } from "../../db/new-id.js";
import { actions, contentTypes, entryIndex, fieldKeys, fields, typeSlugs } from "../../db/schema/index.js";
import type { Change } from "../changes/change.js";

/** Who, when and why: what every deprecation records. */
const stampOf = (change: Change, note: string | undefined) => ({
  at: change.at,
  by: change.actor.userId,
  note: note || null,
});

export async function insertType(
  change: Change,
  type: { id: ContentTypeId; name: string; kind: "collection" | "map"; slug: string },
) {
  const { tx, organizationId, at, actor } = change;
  const position = await nextPosition(tx, contentTypes, eq(contentTypes.organizationId, organizationId));
  const { slug, ...row } = type;
  await tx
    .insert(contentTypes)
    .values({ organizationId, ...row, position, createdAt: at, createdBy: actor.userId });
  await tx
    .insert(typeSlugs)
    .values({ organizationId, slug, typeId: type.id, state: "canonical", since: at, by: actor.userId });
}

export async function insertField(
  change: Change,
  field: { id: FieldId; typeId: ContentTypeId; name: string; type: string; config: object; key: string },
) {
  const { tx, organizationId, at, actor } = change;
  const inType = and(eq(fields.organizationId, organizationId), eq(fields.typeId, field.typeId));
  const position = await nextPosition(tx, fields, inType);
  const { key, config, ...row } = field;
  await tx.insert(fields).values({
    organizationId,
    ...row,
    config: { ...config },
    position,
    createdAt: at,
    createdBy: actor.userId,
  });
  await tx.insert(fieldKeys).values({
    organizationId,
    typeId: field.typeId,
    key,
    fieldId: field.id,
    state: "canonical",
    since: at,
    by: actor.userId,
  });
}

async function nextPosition(
  tx: Transaction,
  table: typeof fields | typeof contentTypes,
  where: ReturnType<typeof and>,
) {
  const [row] = await tx
    .select({ last: max(table.position) })
    .from(table)
    .where(where);
  return (row?.last ?? -1) + 1;
}

export async function updateTypeRow(
  change: Change,
  id: ContentTypeId,
  set: Partial<typeof contentTypes.$inferInsert>,
) {
  const { tx, organizationId } = change;
  await tx
    .update(contentTypes)
    .set(set)
    .where(and(eq(contentTypes.organizationId, organizationId), eq(contentTypes.id, id)));
}

export async function updateFieldRow(change: Change, id: FieldId, set: Partial<typeof fields.$inferInsert>) {
  const { tx, organizationId } = change;
  await tx
    .update(fields)
    .set(set)
    .where(and(eq(fields.organizationId, organizationId), eq(fields.id, id)));
}

/** The old key becomes an alias; the new one, which may have been an alias of the same field, the canonical. */
export async function moveKey(
  change: Change,
  field: { id: FieldId; typeId: ContentTypeId; key: string },
  key: string,
  note: string | undefined,
) {
  const { tx, organizationId } = change;
  const { at, ...by } = stampOf(change, note);
  const ofType = and(eq(fieldKeys.organizationId, organizationId), eq(fieldKeys.typeId, field.typeId));
  await tx
    .update(fieldKeys)
    .set({ state: "alias", since: at, ...by })
    .where(and(ofType, eq(fieldKeys.key, field.key)));
  const canonical = { state: "canonical" as const, since: at, by: by.by, note: null };
  await tx
    .insert(fieldKeys)
    .values({ organizationId, typeId: field.typeId, key, fieldId: field.id, ...canonical })
    .onConflictDoUpdate({
      target: [fieldKeys.organizationId, fieldKeys.typeId, fieldKeys.key],
      set: canonical,
    });
}

/** As `moveKey`, for the slug of a type. */
export async function moveSlug(
  change: Change,
  type: { id: ContentTypeId; slug: string },
  slug: string,
  note: string | undefined,
) {
  const { tx, organizationId } = change;
  const { at, ...by } = stampOf(change, note);
  await tx
    .update(typeSlugs)
    .set({ state: "alias", since: at, ...by })
    .where(and(eq(typeSlugs.organizationId, organizationId), eq(typeSlugs.slug, type.slug)));
  const canonical = { state: "canonical" as const, since: at, by: by.by, note: null };
  await tx
    .insert(typeSlugs)
    .values({ organizationId, slug, typeId: type.id, ...canonical })
    .onConflictDoUpdate({ target: [typeSlugs.organizationId, typeSlugs.slug], set: canonical });
}

/** What an Action is about: the name of a type, or of one of its fields. */
export interface ActionSubject {
  typeId: ContentTypeId;
  fieldId: FieldId | null;
  name: string;
}

export async function openAction(
  change: Change,
  reason: "deleted" | "renamed",
  subject: ActionSubject,
  note: string | undefined,
): Promise<ActionId> {
  const id = newId("action");
  await change.tx.insert(actions).values({
    organizationId: change.organizationId,
    id,
    subject: subject.fieldId ? "field" : "type",
    reason,
    ...subject,
    ...stampOf(change, note),
    state: "open",
  });
  return id;
}

/** Withdraws an open Action whose reason is gone: the field is back, or the old name is the canonical one again. */
export async function withdrawAction(change: Change, reason: "deleted" | "renamed", subject: ActionSubject) {
  const { tx, organizationId, at, actor } = change;
  await tx
    .update(actions)
    .set({ state: "withdrawn", closedAt: at, closedBy: actor.userId })
    .where(
      and(
        eq(actions.organizationId, organizationId),
        eq(actions.typeId, subject.typeId),
        subject.fieldId ? eq(actions.fieldId, subject.fieldId) : sql`${actions.fieldId} is null`,
        eq(actions.name, subject.name),
        eq(actions.reason, reason),
        eq(actions.state, "open"),
      ),
    );
}

/** How many entries hold each of the options, deleted entries included: they may come back. */
export async function countOptionUses(
  tx: Transaction,
  organizationId: OrganizationId,
  fieldId: FieldId,
  optionIds: string[],
): Promise<Map<string, number>> {
  if (optionIds.length === 0) return new Map();
  const rows = await tx
    .select({ option: entryIndex.textKey, uses: count() })
    .from(entryIndex)
    .where(
      and(
        eq(entryIndex.organizationId, organizationId),
        eq(entryIndex.fieldId, fieldId),
        inArray(entryIndex.textKey, optionIds),
      ),
    )
    .groupBy(entryIndex.textKey);
  return new Map(rows.map((row) => [row.option ?? "", Number(row.uses)]));
}
