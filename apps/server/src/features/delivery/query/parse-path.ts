import type { Model, ModelField, ModelType } from "../../model/model.js";
import type { Path } from "./content-query.js";
import { entryColumns, isEntryColumn } from "./entry-columns.js";

export type ParsedPath = { path: Path } | { message: string };

/** Reads a path of `where` or `sort`; it follows the answer: `title`, `fields.<key>`, `fields.<reference>.slug`. */
export function parsePath(model: Model, type: ModelType, text: string, parameter: string): ParsedPath {
  if (isEntryColumn(text)) return { path: { of: "entry", column: text } };
  const [head, key, member, ...rest] = text.split(".", 5);
  const field = head === "fields" && key !== undefined ? type.fieldByKey.get(key) : undefined;
  if (!field || rest.length > 0) return { message: unknownPath(type, text, parameter) };
  if (member === undefined) return { path: { of: "field", field } };
  const members = membersOf(model, field);
  if (!members.includes(member)) return { message: unknownMember(type, field, text, members) };
  // What an id names is what the field holds.
  return member === "slug" || member === "title"
    ? { path: { of: "target", field, column: member } }
    : { path: { of: "field", field } };
}

function membersOf(model: Model, field: ModelField): readonly string[] {
  switch (field.type) {
    case "reference":
    case "multi_reference":
      return field.config.target && model.typeById.has(field.config.target)
        ? ["id", "slug", "title"]
        : ["id"];
    case "person":
    case "asset":
      return ["id"];
    default:
      return [];
  }
}

const shown = (text: string) => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);

function unknownPath(type: ModelType, text: string, parameter: string): string {
  const meant = type.fieldByKey.has(text) ? ` Did you mean "fields.${text}"?` : "";
  return `Unknown field ${shown(text)} in \`${parameter}\`.${meant} Fields of "${type.slug}": ${pathsOf(type).join(", ")}.`;
}

function unknownMember(type: ModelType, field: ModelField, text: string, members: readonly string[]): string {
  const known =
    members.length > 0
      ? `${members.map((member) => `fields.${field.key}.${member}`).join(", ")}`
      : `fields.${field.key} itself`;
  return `Unknown path ${shown(text)}. Of "${field.key}" (${field.type}) of "${type.slug}" there is ${known}.`;
}

/** Every path of a type that is not deprecated. */
export function pathsOf(type: ModelType): string[] {
  const live = type.fields.filter((field) => !field.deleted);
  return [...Object.keys(entryColumns), ...live.map((field) => `fields.${field.key}`)];
}
