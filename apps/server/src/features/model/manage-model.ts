import type { ManagedField, ManagedType } from "@lintel/contract/management";
import type { Alias, Deletion, Model, ModelField, ModelType } from "./model.js";

/** A type as the people who shape it see it, with ids. */
export function toManagedType(model: Model, type: ModelType): ManagedType {
  return {
    id: type.id,
    slug: type.slug,
    name: type.name,
    kind: type.kind,
    aliases: type.aliases.map(toManagedAlias),
    deleted: toManagedDeletion(type.deleted),
    fields: type.fields.map((field) => toManagedField(model, field)),
  };
}

export function toManagedField(model: Model, field: ModelField): ManagedField {
  return {
    id: field.id,
    key: field.key,
    name: field.name,
    type: field.type,
    options: field.config.options ?? [],
    collection: (field.config.target && model.typeById.get(field.config.target)?.slug) ?? null,
    aliases: field.aliases.map(toManagedAlias),
    deleted: toManagedDeletion(field.deleted),
  };
}

const toManagedAlias = (alias: Alias) => ({ ...alias, at: alias.at.toISOString() });

const toManagedDeletion = (deletion: Deletion | null) =>
  deletion && { ...deletion, at: deletion.at.toISOString() };
