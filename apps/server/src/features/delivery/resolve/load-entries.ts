import type { EntryId, FieldId } from "@lintel/contract";
import type { RowColumns } from "../find/find-context.js";
import { oneEntry } from "../find/one-entry.js";
import { Parameters, type Reader, type Scope } from "../find/statement.js";
import type { TypePlan } from "./type-plan.js";

const living = "organization_id = $1 and type_id = $2 and deleted_at is null";

export interface LoadedEntry {
  id: EntryId;
  slug: string;
  title: string;
  createdAt: string;
  updatedAt: string;
  /** By field id, those of the plan's fields that have a value. */
  stored: Record<FieldId, unknown>;
}

/** What is read of row `e` for a plan. */
export const entryColumns =
  (plan: TypePlan): RowColumns =>
  (parameters) => {
    const columns = ["e.id", "e.slug", "e.title", "e.created_at", "e.updated_at", "e.values"];
    const tables = plan.documents.map(({ field, definition }, at) => {
      for (const part of definition.readParts ?? []) columns.push(`d${at}.document ->> '${part}'`);
      // Unpacked once for all its parts; without OFFSET the planner would unpack it for each.
      return `lateral (select e.documents -> ${parameters.add(field.id)} as document offset 0) d${at}`;
    });
    return { columns, tables };
  };

/** Living entries of a type by their ids or by their slug, in no order, with what the plan asks for. */
export async function loadEntries(
  reader: Reader,
  plan: TypePlan,
  which: { ids: readonly string[] } | { slug: string },
): Promise<LoadedEntry[]> {
  const scope: Scope = { organizationId: plan.model.organizationId, typeId: plan.type.id };
  const parameters = new Parameters(scope);
  const entries =
    "slug" in which
      ? [`(select * from entries where ${living} and slug = ${parameters.add(which.slug)}) e`]
      : [`unnest(${parameters.add(which.ids)}::text[]) as asked (id)`, oneEntry("asked.id")];
  const { columns, tables } = entryColumns(plan)(parameters);
  const text =
    `select ${columns.join(", ")} from ${[...entries, ...tables].join(", ")} ` +
    "where e.type_id = $2 and e.deleted_at is null";
  const rows = await reader.rows(text, parameters.values);
  return rows.map((row) => toEntry(plan, row));
}

/** Reads a row of `entryColumns`. */
export function toEntry(plan: TypePlan, row: unknown[]): LoadedEntry {
  const [id, slug, title, createdAt, updatedAt, stored, ...texts] = row as [
    EntryId,
    string,
    string,
    string,
    string,
    Record<FieldId, unknown>,
    ...(string | null)[],
  ];
  let at = 0;
  for (const { field, definition } of plan.documents) {
    const parts = definition.readParts ?? [];
    const own = texts.slice(at, at + parts.length);
    at += parts.length;
    if (own[0] !== null)
      stored[field.id] = Object.fromEntries(parts.map((part, place) => [part, own[place]]));
  }
  return { id, slug, title, createdAt, updatedAt, stored };
}
