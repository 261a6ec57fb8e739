import type { EntryId, OrganizationId } from "@lintel/contract";
import type { ManagedEntry } from "@lintel/contract/management";
import { conflict, notFound } from "../../api/api-error.js";
import type { Actor } from "../changes/change.js";
import { findLiveType } from "../model/find.js";
import type { ModelType } from "../model/model.js";
import { announceEntry } from "./announce-entry.js";
import { changeEntry } from "./change-entry.js";
import { storedValue, toInputs } from "./entry-state.js";
import { lockLiveEntry, noEntry } from "./lock-live-entry.js";
import { findBySlug, lockEntry, setDeleted } from "./store.js";
import { insertVersion, readVersion, type VersionRow } from "./store-versions.js";
import { currentModel, type EntryServices, readManaged } from "./write-entries.js";

/** Takes an entry's deletion back. */
export function restoreEntry(
  { runChange, models }: EntryServices,
  organizationId: OrganizationId,
  actor: Actor,
  id: EntryId,
): Promise<ManagedEntry> {
  return runChange(organizationId, actor, "shared", async (change) => {
    const model = await currentModel(models, change);
    const entry = await lockEntry(change, id);
    if (!entry) throw noEntry(id);
    if (!entry.deletedAt) throw conflict(`The entry "${entry.title}" is not deleted.`);
    const type = findLiveType(model, entry.typeId);
    const holder = await findBySlug(change, type.id, entry.slug);
    if (holder) {
      throw conflict(
        `The slug "${entry.slug}" went to "${holder.title}" meanwhile. Give that entry another slug, then restore this one.`,
        { entry: holder.id },
      );
    }
    await setDeleted(change, id, entry.version + 1, false);
    await insertVersion(change, id, entry.version + 1, "restored", entry);
    announceEntry(change, type, entry, { what: "created", restored: true });
    change.audit("entry.restored", id, { type: type.slug, slug: entry.slug });
    const [restored] = await readManaged(change.tx, model, [id]);
    return restored!;
  });
}

/**
 * Makes an old version the newest, as a change like any other: what no longer fits the model is refused by name.
 * Fields that came later stay as they are; the version says nothing of them.
 */
export function restoreVersion(
  { runChange, models }: EntryServices,
  organizationId: OrganizationId,
  actor: Actor,
  id: EntryId,
  restore: number,
  seen: number,
): Promise<ManagedEntry> {
  return runChange(organizationId, actor, "shared", async (change) => {
    const model = await currentModel(models, change);
    const entry = await lockLiveEntry(change, id);
    const type = findLiveType(model, entry.typeId);
    const old = await readVersion(change.tx, organizationId, id, restore);
    if (!old)
      throw notFound(
        `The entry has no version ${restore} in its history. List its versions to see which it has.`,
      );
    const update = { version: seen, title: old.title, slug: old.slug, fields: inputsThen(type, old) };
    await changeEntry(change, model, id, update, "restored");
    const [restored] = await readManaged(change.tx, model, [id]);
    return restored!;
  });
}

function inputsThen(type: ModelType, old: VersionRow): Record<string, unknown> {
  const inputs = toInputs(type, old);
  for (const field of type.fields) {
    const isLater = field.createdAt > old.at && storedValue(old, field) === undefined;
    if (isLater) delete inputs[field.key];
  }
  return inputs;
}
