import { type Issue, queryLimits } from "@lintel/contract";
import { fieldTypeOf } from "../../../field-types/registry.js";
import type { Model, ModelType } from "../../model/model.js";
import type { Path, SortKey } from "./content-query.js";
import { parsePath } from "./parse-path.js";

/** Reads `-fields.published_date,title`. Behind a key that no two entries share, others have no say and go. */
export function parseSort(model: Model, type: ModelType, text: string, issues: Issue[]): SortKey[] {
  const items = text.split(",", queryLimits.sorts + 1);
  if (items.length > queryLimits.sorts) {
    issues.push({ path: "sort", message: `At most ${queryLimits.sorts} paths can be sorted by.` });
    return [];
  }
  const keys: SortKey[] = [];
  const seen = new Set<string>();
  for (const item of items) {
    const descending = item.startsWith("-");
    const parsed = parsePath(model, type, descending ? item.slice(1) : item, "sort");
    if ("message" in parsed) {
      issues.push({ path: "sort", message: parsed.message });
    } else if (!isSortable(parsed.path)) {
      const sortable = type.fields.filter((field) => !field.deleted && fieldTypeOf(field).index.sortable);
      issues.push({
        path: "sort",
        message: `"${item.slice(0, 80)}" cannot be sorted by. Sort by id, slug, title, createdAt, updatedAt${sortable.map(({ key }) => `, fields.${key}`).join("")}.`,
      });
    } else if (seen.has(nameOf(parsed.path))) {
      issues.push({ path: "sort", message: `"${item.slice(0, 80)}" is named twice. Name it once.` });
    } else {
      seen.add(nameOf(parsed.path));
      keys.push({ path: parsed.path, descending });
    }
  }
  const unique = keys.findIndex(
    ({ path }) => path.of === "entry" && (path.column === "id" || path.column === "slug"),
  );
  return unique < 0 ? keys : keys.slice(0, unique + 1);
}

export const nameOf = (path: Path): string => (path.of === "entry" ? path.column : path.field.id);

function isSortable(path: Path): path is SortKey["path"] {
  return path.of === "entry" || (path.of === "field" && fieldTypeOf(path.field).index.sortable);
}
