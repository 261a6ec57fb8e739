import type { OrganizationId } from "@lintel/contract";
import type { ManagedType } from "@lintel/contract/management";
import { conflict } from "../../api/api-error.js";
import type { Actor, RunChange } from "../changes/change.js";
import { changeModel, readChangedType } from "./change-model.js";
import { findLiveType, findType } from "./find.js";
import { openAction, updateTypeRow, withdrawAction } from "./store-writes.js";

/** Deletes a type. Its entries can no longer be written, and readers go on getting them until the Action. */
export function deleteType(
  runChange: RunChange,
  organizationId: OrganizationId,
  actor: Actor,
  typeName: string,
  note: string | undefined,
): Promise<ManagedType> {
  return changeModel(runChange, organizationId, actor, async (change, model) => {
    const type = findLiveType(model, typeName);
    await updateTypeRow(change, type.id, {
      deletedAt: change.at,
      deletedBy: actor.userId,
      deletedNote: note || null,
    });
    await openAction(change, "deleted", { typeId: type.id, fieldId: null, name: type.slug }, note);
    change.modelChanged({
      kind: "type.deleted",
      typeId: type.id,
      summary: `The type "${type.slug}" was deleted. Readers go on getting its entries.`,
    });
    change.audit("type.deleted", type.id, { slug: type.slug });
    return readChangedType(change, type.id);
  });
}

export function restoreType(
  runChange: RunChange,
  organizationId: OrganizationId,
  actor: Actor,
  typeName: string,
): Promise<ManagedType> {
  return changeModel(runChange, organizationId, actor, async (change, model) => {
    const type = findType(model, typeName);
    if (!type.deleted) throw conflict(`The content type "${type.slug}" is not deleted.`);
    await updateTypeRow(change, type.id, { deletedAt: null, deletedBy: null, deletedNote: null });
    await withdrawAction(change, "deleted", { typeId: type.id, fieldId: null, name: type.slug });
    change.modelChanged({
      kind: "type.restored",
      typeId: type.id,
      summary: `The type "${type.slug}" was restored.`,
    });
    change.audit("type.restored", type.id, { slug: type.slug });
    return readChangedType(change, type.id);
  });
}
