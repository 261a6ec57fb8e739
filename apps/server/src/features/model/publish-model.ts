import type { PublicContentType, PublicField, PublicModel } from "@lintel/contract";
import {
  deprecatedByDeletion,
  deprecatedByRename,
  type Model,
  type ModelField,
  type ModelType,
} from "./model.js";

/**
 * The model as readers get it. Whatever was deleted or renamed stands behind what lives, with its deprecated
 * record: an old key as a field of its own, an old slug as a type of its own.
 */
export function publishModel(model: Model): PublicModel {
  const published = model.types.flatMap((type) => [
    publishType(model, type, type.slug),
    ...type.aliases.map((alias) => publishType(model, type, alias.name)),
  ]);
  return { types: liveFirst(published) };
}

/** A type under one of its names, canonical or alias. */
export function publishType(model: Model, type: ModelType, slug: string): PublicContentType {
  const alias = type.aliases.find((candidate) => candidate.name === slug);
  const deprecated = alias
    ? deprecatedByRename(alias, type.slug)
    : type.deleted
      ? deprecatedByDeletion(type.deleted)
      : undefined;
  return {
    slug,
    name: type.name,
    kind: type.kind,
    fields: liveFirst(type.fields.flatMap((field) => publishField(model, field))),
    ...(deprecated && { deprecated }),
  };
}

function publishField(model: Model, field: ModelField): PublicField[] {
  const target = field.config.target && model.typeById.get(field.config.target);
  const shared = {
    name: field.name,
    type: field.type,
    options: (field.config.options ?? []).map(({ name, color }) => ({ name, color })),
    ...(target && { collection: target.slug }),
  };
  return [
    { key: field.key, ...shared, ...(field.deleted && { deprecated: deprecatedByDeletion(field.deleted) }) },
    ...field.aliases.map((alias) => ({
      key: alias.name,
      ...shared,
      deprecated: deprecatedByRename(alias, field.key),
    })),
  ];
}

function liveFirst<T extends { deprecated?: unknown }>(items: T[]): T[] {
  return [...items.filter((item) => !item.deprecated), ...items.filter((item) => item.deprecated)];
}
