import { isDeepStrictEqual } from "node:util";
import type { EntryId } from "@lintel/contract";
import { badRequest, conflict } from "../../api/api-error.js";
import type { Change } from "../changes/change.js";
import { findLiveType } from "../model/find.js";
import type { Model, ModelType } from "../model/model.js";
import { announceEntry } from "./announce-entry.js";
import { checkLinks } from "./check-links.js";
import {
  checkValues,
  type EntryState,
  indexCells,
  searchWords,
  storedValue,
  withValues,
} from "./entry-state.js";
import { lockLiveEntry, refuseStale } from "./lock-live-entry.js";
import { checkSlug } from "./slug.js";
import { findBySlug, type LockedEntry, setDeleted, updateEntryRow, writeIndex } from "./store.js";
import { foldLastVersion, insertVersion } from "./store-versions.js";

export interface EntryUpdate {
  /** The version the writer read. */
  version: number;
  title?: string | undefined;
  slug?: string | undefined;
  fields?: Record<string, unknown> | undefined;
}

/** Writes what the update names within a change, and leaves the rest as it is. */
export async function changeEntry(
  change: Change,
  model: Model,
  id: EntryId,
  update: EntryUpdate,
  kind: "updated" | "restored" = "updated",
): Promise<void> {
  const entry = await lockLiveEntry(change, id);
  const type = findLiveType(model, entry.typeId);
  await refuseStale(change, type, entry, update.version);

  const { values, issues } = checkValues(type, update.fields ?? {});
  if (update.slug !== undefined && update.slug !== entry.slug) issues.push(...checkSlug(update.slug));
  if (issues.length > 0) throw badRequest(issues);
  const written = [...values]
    .map(([field, stored]) => ({ field, stored, before: storedValue(entry, field) }))
    .filter(({ stored, before }) => !isDeepStrictEqual(asStored(stored), before ?? null));
  const broken = await checkLinks(change, written);
  if (broken.length > 0) throw badRequest(broken);
  await refuseTakenSlug(change, type, entry, update.slug);

  const state: EntryState = withValues(
    {
      slug: update.slug ?? entry.slug,
      title: update.title ?? entry.title,
      values: entry.values,
      documents: entry.documents,
    },
    new Map(written.map(({ field, stored }) => [field, stored])),
  );
  const changed = written.map(({ field }) => field.key);
  if (state.title !== entry.title) changed.push("title");
  if (state.slug !== entry.slug) changed.push("slug");
  if (changed.length === 0 && kind === "updated") return;

  const version = entry.version + 1;
  await updateEntryRow(change, id, version, state, searchWords(type, state));
  await writeIndex(
    change,
    id,
    new Map(written.map(({ field, stored }) => [field.id, indexCells(field, stored)])),
    false,
  );
  const folded = kind === "updated" ? await foldLastVersion(change, id, entry.version) : undefined;
  await insertVersion(change, id, version, folded?.kind ?? kind, state, folded?.at);
  const previousSlug = state.slug === entry.slug ? null : entry.slug;
  announceEntry(change, type, { id, ...state }, { what: "updated", changed, previousSlug });
  change.audit(`entry.${kind}`, id, { type: type.slug, slug: state.slug, version, changed });
}

/** The value as the database gives it back: plain objects, nothing undefined. */
const asStored = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

async function refuseTakenSlug(
  change: Change,
  type: ModelType,
  entry: LockedEntry,
  slug: string | undefined,
) {
  if (slug === undefined || slug === entry.slug) return;
  const holder = await findBySlug(change, type.id, slug);
  if (!holder) return;
  throw conflict(`The slug "${slug}" of "${type.slug}" is taken by "${holder.title}". Choose another.`, {
    entry: holder.id,
  });
}

/** Deletes an entry within a change. It can be restored for 30 days. */
export async function removeEntry(change: Change, model: Model, id: EntryId, version: number): Promise<void> {
  const entry = await lockLiveEntry(change, id);
  const type = findLiveType(model, entry.typeId);
  if (type.kind === "map")
    throw conflict(`"${type.name}" is a map and keeps its one entry. Delete the map itself.`);
  await refuseStale(change, type, entry, version);
  await setDeleted(change, id, entry.version + 1, true);
  await insertVersion(change, id, entry.version + 1, "deleted", entry);
  announceEntry(change, type, entry, { what: "deleted" });
  change.audit("entry.deleted", id, { type: type.slug, slug: entry.slug });
}
