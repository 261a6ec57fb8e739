import type { ContentTypeId, FieldTypeName, OrganizationId } from "@lintel/contract";
import type { Queries } from "../../db/database.js";
import type { FieldConfig } from "../../field-types/field-type.js";
import { groupBy } from "./group-by.js";
import type { Alias, Deletion, Model, ModelField, ModelType } from "./model.js";
import { type FieldKeyRow, type FieldRow, readModelRows, type TypeRow, type TypeSlugRow } from "./store.js";

/** Reads an organization's model, whole, at one point in time. */
export async function loadModel(queries: Queries, organizationId: OrganizationId): Promise<Model> {
  const rows = await readModelRows(queries, organizationId);
  const keysByField = groupBy(rows.fieldKeys, (row) => row.fieldId);
  const keysByType = groupBy(rows.fieldKeys, (row) => row.typeId);
  const fieldsByType = groupBy(rows.fields, (row) => row.typeId);
  const slugsByType = groupBy(rows.typeSlugs, (row) => row.typeId);
  const canonicalKey = (fieldId: string | null) =>
    rows.fieldKeys.find((row) => row.fieldId === fieldId && row.state === "canonical")?.key ?? null;

  const types = rows.types.map((row) => {
    const fields = (fieldsByType.get(row.id) ?? []).map((field) =>
      toField(field, keysByField.get(field.id) ?? [], canonicalKey(field.replacedBy)),
    );
    return toType(row, slugsByType.get(row.id) ?? [], fields, keysByType.get(row.id) ?? []);
  });

  return {
    organizationId,
    revision: rows.revision,
    types,
    typeById: new Map(types.map((type) => [type.id, type])),
    typeBySlug: new Map(
      types.flatMap((type) => namesOf(type.slug, type.aliases).map((name) => [name, type])),
    ),
    retiredSlugs: new Set(rows.typeSlugs.filter((row) => row.state === "retired").map((row) => row.slug)),
  };
}

function toType(row: TypeRow, slugs: TypeSlugRow[], fields: ModelField[], keys: FieldKeyRow[]): ModelType {
  return {
    id: row.id,
    slug: slugs.find((slug) => slug.state === "canonical")!.slug,
    name: row.name,
    kind: row.kind,
    aliases: slugs.filter((slug) => slug.state === "alias").map((slug) => toAlias(slug.slug, slug)),
    deleted: toDeletion(row, null),
    fields,
    fieldByKey: new Map(
      fields.flatMap((field) => namesOf(field.key, field.aliases).map((name) => [name, field])),
    ),
    retiredKeys: new Set(keys.filter((key) => key.state === "retired").map((key) => key.key)),
  };
}

function toField(row: FieldRow, keys: FieldKeyRow[], replacedBy: string | null): ModelField {
  return {
    id: row.id,
    typeId: row.typeId as ContentTypeId,
    key: keys.find((key) => key.state === "canonical")!.key,
    name: row.name,
    // Written by this program only, through the contract's schema.
    type: row.type as FieldTypeName,
    config: row.config as FieldConfig,
    aliases: keys.filter((key) => key.state === "alias").map((key) => toAlias(key.key, key)),
    createdAt: row.createdAt,
    deleted: toDeletion(row, replacedBy),
  };
}

function toAlias(name: string, row: { since: Date; byName: string | null; note: string | null }): Alias {
  return { name, at: row.since, by: row.byName, note: row.note };
}

function toDeletion(
  row: { deletedAt: Date | null; deletedByName: string | null; deletedNote: string | null },
  replacedBy: string | null,
): Deletion | null {
  return row.deletedAt && { at: row.deletedAt, by: row.deletedByName, note: row.deletedNote, replacedBy };
}

const namesOf = (canonical: string, aliases: Alias[]) => [canonical, ...aliases.map((alias) => alias.name)];
