import { type FieldId, type Issue, queryLimits } from "@lintel/contract";
import type { Model, ModelField, ModelType } from "../../model/model.js";
import type { Includes } from "./content-query.js";

type GrowingIncludes = Map<FieldId, { field: ModelField; within: GrowingIncludes }>;

/** Reads `fields=excerpt,cover`. */
export function parseFields(type: ModelType, text: string, issues: Issue[]): Set<string> {
  const keys = new Set<string>();
  for (const key of text.split(",")) {
    if (type.fieldByKey.has(key)) {
      keys.add(key);
    } else {
      const known = type.fields.filter((field) => !field.deleted).map((field) => field.key);
      const message = `Unknown field ${JSON.stringify(key.slice(0, 80))} in \`fields\`. Fields of "${type.slug}": ${known.join(", ") || "none yet"}.`;
      issues.push({ path: "fields", message });
    }
    if (issues.length > queryLimits.conditions) break;
  }
  return keys;
}

/** Reads `include=author,related.author`, as the tree that it describes. */
export function parseInclude(model: Model, type: ModelType, text: string, issues: Issue[]): Includes {
  const tree: GrowingIncludes = new Map();
  const paths = text.split(",", queryLimits.includes + 1);
  if (paths.length > queryLimits.includes) {
    issues.push({ path: "include", message: `At most ${queryLimits.includes} paths can be included.` });
    return tree;
  }
  for (const path of paths) {
    const message = addPath(tree, model, type, path);
    if (message) issues.push({ path: "include", message });
  }
  return tree;
}

function addPath(tree: GrowingIncludes, model: Model, type: ModelType, path: string): string | undefined {
  const keys = path.split(".", queryLimits.includeDepth + 1);
  const shown = JSON.stringify(path.slice(0, 80));
  if (keys.length > queryLimits.includeDepth)
    return `${shown} is deeper than ${queryLimits.includeDepth} references. Ask for the rest by its slug.`;
  const passed = new Set<ModelField>();
  let level = tree;
  let here: ModelType = type;
  for (const key of keys) {
    const field = here.fieldByKey.get(key);
    const target = field?.config.target && model.typeById.get(field.config.target);
    if (!field || !target) return unknownReference(here, key, shown);
    if (passed.has(field)) return `${shown} goes through "${field.key}" twice: a circle. Include it once.`;
    passed.add(field);
    const node = level.get(field.id) ?? { field, within: new Map() };
    level.set(field.id, node);
    level = node.within;
    here = target;
  }
  return undefined;
}

function unknownReference(type: ModelType, key: string, shown: string): string {
  const references = type.fields.filter((field) => !field.deleted && field.config.target);
  return `${shown} cannot be included: ${JSON.stringify(key.slice(0, 80))} is no reference of "${type.slug}". Its references: ${references.map((field) => field.key).join(", ") || "none"}.`;
}
