import type { ContentTypeId, FieldId, OrganizationId } from "@lintel/contract";
import type { ManagedField, ManagedType } from "@lintel/contract/management";
import type { Actor, Change, RunChange } from "../changes/change.js";
import { loadModel } from "./load-model.js";
import { toManagedField, toManagedType } from "./manage-model.js";
import type { Model } from "./model.js";

/** One change of the model: alone in its organization, on the model as it is at that moment. */
export function changeModel<T>(
  runChange: RunChange,
  organizationId: OrganizationId,
  actor: Actor,
  work: (change: Change, model: Model) => Promise<T>,
): Promise<T> {
  return runChange(organizationId, actor, "exclusive", async (change) =>
    work(change, await loadModel(change.tx, organizationId)),
  );
}

/** The type as the change left it. */
export async function readChangedType(change: Change, id: ContentTypeId): Promise<ManagedType> {
  const model = await loadModel(change.tx, change.organizationId);
  return toManagedType(model, model.typeById.get(id)!);
}

/** The field as the change left it. */
export async function readChangedField(
  change: Change,
  typeId: ContentTypeId,
  id: FieldId,
): Promise<ManagedField> {
  const model = await loadModel(change.tx, change.organizationId);
  return toManagedField(model, model.typeById.get(typeId)!.fields.find((field) => field.id === id)!);
}
