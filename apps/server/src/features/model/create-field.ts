import type { FieldId, OrganizationId } from "@lintel/contract";
import type { FieldInput, ManagedField } from "@lintel/contract/management";
import { ApiError, badRequest } from "../../api/api-error.js";
import { newId } from "../../db/new-id.js";
import type { Actor, Change, RunChange } from "../changes/change.js";
import { changeModel, readChangedField } from "./change-model.js";
import { readFieldConfig } from "./field-config.js";
import { findLiveType } from "./find.js";
import type { Model, ModelType } from "./model.js";
import { chooseKey } from "./names.js";
import { insertField } from "./store-writes.js";

export function createField(
  runChange: RunChange,
  organizationId: OrganizationId,
  actor: Actor,
  typeName: string,
  input: FieldInput,
): Promise<ManagedField> {
  return changeModel(runChange, organizationId, actor, async (change, model) => {
    const type = findLiveType(model, typeName);
    const id = await addField(change, model, type, input, "");
    return readChangedField(change, type.id, id);
  });
}

/** Adds a field within a change. `place` is where the field stands in the request, for messages. */
export async function addField(
  change: Change,
  model: Model,
  type: ModelType,
  input: FieldInput,
  place: string,
): Promise<FieldId> {
  try {
    const key = chooseKey(type, input.key, input.name);
    const config = readFieldConfig(model, input);
    const id = newId("field");
    await insertField(change, { id, typeId: type.id, name: input.name, type: input.type, config, key });
    change.modelChanged({
      kind: "field.created",
      typeId: type.id,
      fieldId: id,
      summary: `The field "${key}" was added to "${type.slug}".`,
    });
    change.audit("field.created", id, { type: type.slug, key, fieldType: input.type });
    return id;
  } catch (error) {
    throw place && error instanceof ApiError ? within(place, error) : error;
  }
}

function within(place: string, error: ApiError): ApiError {
  const issues = error.data?.issues;
  if (error.code !== "BAD_REQUEST" || !Array.isArray(issues))
    return new ApiError(error.code, `\`${place}\`: ${error.message}`, error.data);
  return badRequest(issues.map((issue) => ({ path: `${place}.${issue.path}`, message: issue.message })));
}
