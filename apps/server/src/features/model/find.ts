import { conflict, notFound } from "../../api/api-error.js";
import type { Model, ModelField, ModelType } from "./model.js";

/** Finds a type by id, slug or alias. */
export function findType(model: Model, idOrSlug: string): ModelType {
  const type = model.typeBySlug.get(idOrSlug) ?? model.types.find((candidate) => candidate.id === idOrSlug);
  if (!type) {
    const known = model.types.filter((candidate) => !candidate.deleted).map((candidate) => candidate.slug);
    throw notFound(
      `No content type ${JSON.stringify(idOrSlug)} in this organization. ${known.length ? `There are: ${known.join(", ")}.` : "It has none yet."}`,
    );
  }
  return type;
}

/** Finds a type that can be written to. */
export function findLiveType(model: Model, idOrSlug: string): ModelType {
  const type = findType(model, idOrSlug);
  if (type.deleted) throw conflict(`The content type "${type.slug}" is deleted. Restore it first.`);
  return type;
}

/** Finds a field by id, key or alias. */
export function findField(type: ModelType, idOrKey: string): ModelField {
  const field = type.fieldByKey.get(idOrKey) ?? type.fields.find((candidate) => candidate.id === idOrKey);
  if (!field) {
    const known = type.fields.filter((candidate) => !candidate.deleted).map((candidate) => candidate.key);
    throw notFound(
      `"${type.slug}" has no field ${JSON.stringify(idOrKey)}. ${known.length ? `Fields: ${known.join(", ")}.` : "It has none yet."}`,
    );
  }
  return field;
}

/** Finds a field that can be changed. */
export function findLiveField(type: ModelType, idOrKey: string): ModelField {
  const field = findField(type, idOrKey);
  if (field.deleted) {
    throw conflict(`The field "${field.key}" of "${type.slug}" is deleted. Restore it first.`);
  }
  return field;
}
