import type { OrganizationId } from "@lintel/contract";
import type { ManagedField } from "@lintel/contract/management";
import { conflict } from "../../api/api-error.js";
import type { Actor, RunChange } from "../changes/change.js";
import { changeModel, readChangedField } from "./change-model.js";
import { deprecateField } from "./deprecate-field.js";
import { findField, findLiveField, findLiveType } from "./find.js";
import { updateFieldRow, withdrawAction } from "./store-writes.js";

/** Deletes a field. No entry is written: readers go on getting the last values until the Action is completed. */
export function deleteField(
  runChange: RunChange,
  organizationId: OrganizationId,
  actor: Actor,
  typeName: string,
  fieldName: string,
  note: string | undefined,
): Promise<ManagedField> {
  return changeModel(runChange, organizationId, actor, async (change, model) => {
    const type = findLiveType(model, typeName);
    const field = findLiveField(type, fieldName);
    await updateFieldRow(change, field.id, {
      deletedAt: change.at,
      deletedBy: actor.userId,
      deletedNote: note || null,
    });
    await deprecateField(change, type, field, { reason: "deleted", note });
    change.modelChanged({
      kind: "field.deleted",
      typeId: type.id,
      fieldId: field.id,
      summary: `The field "${field.key}" of "${type.slug}" was deleted. Readers go on getting its last values.`,
    });
    change.audit("field.deleted", field.id, { type: type.slug, key: field.key });
    return readChangedField(change, type.id, field.id);
  });
}

export function restoreField(
  runChange: RunChange,
  organizationId: OrganizationId,
  actor: Actor,
  typeName: string,
  fieldName: string,
): Promise<ManagedField> {
  return changeModel(runChange, organizationId, actor, async (change, model) => {
    const type = findLiveType(model, typeName);
    const field = findField(type, fieldName);
    if (!field.deleted) throw conflict(`The field "${field.key}" of "${type.slug}" is not deleted.`);
    await updateFieldRow(change, field.id, {
      deletedAt: null,
      deletedBy: null,
      deletedNote: null,
      replacedBy: null,
    });
    await withdrawAction(change, "deleted", { typeId: type.id, fieldId: field.id, name: field.key });
    change.modelChanged({
      kind: "field.restored",
      typeId: type.id,
      fieldId: field.id,
      summary: `The field "${field.key}" of "${type.slug}" was restored.`,
    });
    change.audit("field.restored", field.id, { type: type.slug, key: field.key });
    return readChangedField(change, type.id, field.id);
  });
}
