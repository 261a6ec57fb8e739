import type { AssetId, ContentTypeId, EntryId, Issue, UserId } from "@lintel/contract";
import type { Change } from "../changes/change.js";
import type { ModelField } from "../model/model.js";
import { linksOf } from "./entry-state.js";
import { findLinkedAssets, findLinkedEntries, findLinkedPeople } from "./store.js";

/** A value about to be written, and the one it replaces. */
export interface WrittenValue {
  field: ModelField;
  stored: unknown;
  before: unknown;
}

/**
 * Checks that what values point to is there, in this organization and of the right type. A link that the field
 * already held passes: what it pointed to may have been deleted since, and an unrelated save must not fail for it.
 * To someone else's organization the answer is the same as to nothing at all.
 */
export async function checkLinks(change: Change, written: readonly WrittenValue[]): Promise<Issue[]> {
  const entries = new Map<EntryId, ModelField[]>();
  const assets = new Map<AssetId, ModelField[]>();
  const people = new Map<UserId, ModelField[]>();
  for (const { field, stored, before } of written) {
    const links = linksOf(field, stored);
    const old = linksOf(field, before);
    collect(entries, field, links.entries, old.entries);
    collect(assets, field, links.assets, old.assets);
    collect(people, field, links.people, old.people);
  }

  const issues: Issue[] = [];
  if (entries.size > 0) {
    const found = new Map((await findLinkedEntries(change, [...entries.keys()])).map((row) => [row.id, row]));
    for (const [id, fields] of entries) {
      for (const field of fields) {
        const wrong = wrongEntry(field, id, found.get(id));
        if (wrong) issues.push({ path: `fields.${field.key}`, message: wrong });
      }
    }
  }
  if (assets.size > 0) {
    const found = new Set((await findLinkedAssets(change, [...assets.keys()])).map((row) => row.id));
    for (const [id, fields] of assets) {
      if (!found.has(id)) issues.push(...fields.map((field) => missing(field, `asset "${id}"`)));
    }
  }
  if (people.size > 0) {
    const found = new Set((await findLinkedPeople(change, [...people.keys()])).map((row) => row.id));
    for (const [id, fields] of people) {
      if (!found.has(id)) issues.push(...fields.map((field) => missing(field, `member "${id}"`)));
    }
  }
  return issues;
}

function collect<T>(
  into: Map<T, ModelField[]>,
  field: ModelField,
  ids: readonly T[] | undefined,
  old: readonly T[] | undefined,
): void {
  for (const id of ids ?? []) {
    if (old?.includes(id)) continue;
    into.set(id, [...(into.get(id) ?? []), field]);
  }
}

function missing(field: ModelField, what: string): Issue {
  return { path: `fields.${field.key}`, message: `There is no ${what} in this organization.` };
}

function wrongEntry(
  field: ModelField,
  id: EntryId,
  row: { typeId: ContentTypeId; title: string; deletedAt: Date | null } | undefined,
): string | null {
  if (!row) return `There is no entry "${id}" in this organization.`;
  if (row.typeId !== field.config.target)
    return `The entry "${row.title}" is not of the type that "${field.key}" points to.`;
  return row.deletedAt && `The entry "${row.title}" is deleted. Restore it first, or choose another.`;
}
