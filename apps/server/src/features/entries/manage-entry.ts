import type { UserId } from "@lintel/contract";
import type { ManagedEntry } from "@lintel/contract/management";
import type { ModelType } from "../model/model.js";
import { toInputs } from "./entry-state.js";
import type { EntryRow } from "./store.js";
import type { VersionRow } from "./store-versions.js";

/** An entry as the people who write it see it. */
export function toManagedEntry(type: ModelType, row: EntryRow): ManagedEntry {
  return {
    id: row.id,
    type: type.slug,
    slug: row.slug,
    title: row.title,
    fields: toInputs(type, row),
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    createdBy: toPerson(row.createdBy, row.createdByName),
    updatedAt: row.updatedAt.toISOString(),
    updatedBy: toPerson(row.updatedBy, row.updatedByName),
    deletedAt: row.deletedAt?.toISOString() ?? null,
  };
}

export function toVersionHead(row: VersionRow) {
  const { version, kind, slug, title } = row;
  return { version, kind, slug, title, at: row.at.toISOString(), by: toPerson(row.by, row.byName) };
}

export function toPerson(id: UserId | null, name: string | null) {
  return id && { id, name: name ?? "Someone who has left" };
}
