import { isDeepStrictEqual } from "node:util";
import type { EntryId } from "@lintel/contract";
import { type ApiError, conflict, notFound } from "../../api/api-error.js";
import type { Change } from "../changes/change.js";
import type { ModelType } from "../model/model.js";
import { toInputs } from "./entry-state.js";
import { toPerson } from "./manage-entry.js";
import { type LockedEntry, lockEntry, readEntry } from "./store.js";
import { readVersion } from "./store-versions.js";

export const noEntry = (id: string): ApiError => notFound(`No entry "${id}" in this organization.`);

export async function lockLiveEntry(change: Change, id: EntryId): Promise<LockedEntry> {
  const entry = await lockEntry(change, id);
  if (!entry) throw noEntry(id);
  if (entry.deletedAt) throw conflict(`The entry "${entry.title}" is deleted. Restore it first.`);
  return entry;
}

/** Refuses a write on top of a version that is no longer the newest, and shows what changed since. */
export async function refuseStale(
  change: Change,
  type: ModelType,
  entry: LockedEntry,
  version: number,
): Promise<void> {
  if (version === entry.version) return;
  if (version > entry.version) {
    throw conflict(
      `The entry has ${entry.version} versions; version ${version} does not exist. Read it again.`,
    );
  }
  // Gone a day after a run of edits was folded into one: then everything is shown as it is now.
  const base = await readVersion(change.tx, change.organizationId, entry.id, version);
  const now: Record<string, unknown> = { title: entry.title, slug: entry.slug, ...toInputs(type, entry) };
  const was: Record<string, unknown> = base
    ? { title: base.title, slug: base.slug, ...toInputs(type, base) }
    : {};
  const changed = Object.keys(now)
    .filter((key) => !base || !isDeepStrictEqual(now[key], was[key]))
    .map((key) => ({ key, now: now[key], ...(base && { was: was[key] }) }));
  const names = changed.map(({ key }) => key).join(", ");
  const { updatedBy, updatedByName } = (await readEntry(change.tx, change.organizationId, entry.id))!;
  const who = updatedBy !== null && updatedBy === change.actor.userId ? "You" : "Someone";
  const what = names ? `Changed since: ${names}. Merge` : "Its values are the same as then. Read it again";
  throw conflict(
    `${who} changed this entry after version ${version} was read; it is at version ${entry.version} now. ${what}, and send version ${entry.version}.`,
    {
      version: entry.version,
      updatedAt: entry.updatedAt.toISOString(),
      updatedBy: toPerson(updatedBy, updatedByName),
      changed,
    },
  );
}
