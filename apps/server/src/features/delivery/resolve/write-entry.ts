import type { Resolved } from "./expansion.js";
import type { LoadedEntry } from "./load-entries.js";
import type { TypePlan } from "./type-plan.js";

/** An entry as JSON. A field with many keys is written under each, from one rendering. */
export function writeEntry(plan: TypePlan, entry: LoadedEntry, { values }: Resolved): string {
  const rendered = values.map((value) => JSON.stringify(value));
  const fields = plan.keys.map(({ json, at }) => json + rendered[at]).join(",");
  const head = `{"id":"${entry.id}","slug":${JSON.stringify(entry.slug)},"title":${JSON.stringify(entry.title)}`;
  return `${head},"fields":{${fields}},"createdAt":"${entry.createdAt}","updatedAt":"${entry.updatedAt}"}`;
}
