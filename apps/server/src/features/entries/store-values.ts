import type { ContentTypeId, EntryId, FieldId } from "@lintel/contract";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import { entries, entryVersions } from "../../db/schema/index.js";
import { fieldTypeOf } from "../../field-types/registry.js";
import type { Change } from "../changes/change.js";
import type { ModelField } from "../model/model.js";

/** Queries that pass over the values of one field in all entries of a type, or in all their versions. */
type Place = "entries" | "entryVersions";

export interface StoredValue {
  entryId: EntryId;
  version: number;
  title: string;
  stored: unknown;
}

/** The entries, or the versions of entries, behind `after` that hold a value of the field, by entry. */
export async function readStoredValues(
  { tx, organizationId }: Change,
  place: Place,
  typeId: ContentTypeId,
  fieldId: FieldId,
  storage: "values" | "documents",
  after: EntryId | undefined,
  limit: number,
): Promise<StoredValue[]> {
  if (place === "entries") {
    return tx
      .select({
        entryId: entries.id,
        version: entries.version,
        title: entries.title,
        stored: sql`${entries[storage]} -> ${fieldId}`,
      })
      .from(entries)
      .where(
        and(
          eq(entries.organizationId, organizationId),
          eq(entries.typeId, typeId),
          sql`${entries[storage]} ? ${fieldId}`,
          after && gt(entries.id, after),
        ),
      )
      .orderBy(asc(entries.id))
      .limit(limit);
  }
  // All versions of the next entry that has any, so that a page never ends within one.
  const held = and(
    eq(entryVersions.organizationId, organizationId),
    sql`${entryVersions[storage]} ? ${fieldId}`,
  );
  const next = tx
    .select({ id: entryVersions.entryId })
    .from(entryVersions)
    .where(and(held, after && gt(entryVersions.entryId, after)))
    .orderBy(asc(entryVersions.entryId))
    .limit(1);
  return tx
    .select({
      entryId: entryVersions.entryId,
      version: entryVersions.version,
      title: entryVersions.title,
      stored: sql`${entryVersions[storage]} -> ${fieldId}`,
    })
    .from(entryVersions)
    .where(and(held, eq(entryVersions.entryId, next)));
}

/** Writes a value in the place of one that was read. Where the field changes, the old one keeps its value. */
export async function writeStoredValue(
  { tx, organizationId }: Change,
  place: Place,
  row: StoredValue,
  from: ModelField,
  to: ModelField,
  value: unknown,
): Promise<void> {
  const source = fieldTypeOf(from).storage;
  const target = fieldTypeOf(to).storage;
  const table = place === "entries" ? entries : entryVersions;
  const kept =
    from.id === to.id && source === target ? sql`${table[target]} - ${from.id}` : sql`${table[target]}`;
  const added =
    value === null
      ? kept
      : sql`${kept} || jsonb_build_object(${to.id}::text, ${JSON.stringify(value)}::jsonb)`;
  const set = target === "values" ? { values: added } : { documents: added };
  await (place === "entries"
    ? tx
        .update(entries)
        .set(set)
        .where(and(eq(entries.organizationId, organizationId), eq(entries.id, row.entryId)))
    : tx
        .update(entryVersions)
        .set(set)
        .where(
          and(
            eq(entryVersions.organizationId, organizationId),
            eq(entryVersions.entryId, row.entryId),
            eq(entryVersions.version, row.version),
          ),
        ));
}

/** What the search words are made of, of entries behind `after` that hold a value of the field. */
export function readStatesHolding(
  { tx, organizationId }: Change,
  typeId: ContentTypeId,
  fieldId: FieldId,
  storage: "values" | "documents",
  after: EntryId | undefined,
  limit: number,
) {
  const { id, slug, title, values, documents } = entries;
  return tx
    .select({ id, slug, title, values, documents })
    .from(entries)
    .where(
      and(
        eq(entries.organizationId, organizationId),
        eq(entries.typeId, typeId),
        sql`${entries[storage]} ? ${fieldId}`,
        after && gt(entries.id, after),
      ),
    )
    .orderBy(asc(entries.id))
    .limit(limit);
}

export async function setSearchWords(
  { tx, organizationId }: Change,
  id: EntryId,
  words: string,
): Promise<void> {
  await tx
    .update(entries)
    .set({ search: sql`to_tsvector('simple', ${words})` })
    .where(and(eq(entries.organizationId, organizationId), eq(entries.id, id)));
}
