import type { FieldId, FieldTypeName, OrganizationId } from "@lintel/contract";
import type { FieldInput, ManagedField } from "@lintel/contract/management";
import { badRequest, conflict } from "../../api/api-error.js";
import { newId } from "../../db/new-id.js";
import type { FieldConfig } from "../../field-types/field-type.js";
import { fieldTypeOf, fieldTypeRegistry } from "../../field-types/registry.js";
import type { Actor, Change, RunChange } from "../changes/change.js";
import { convertValues } from "../entries/convert-values.js";
import { changeModel, readChangedField } from "./change-model.js";
import { deprecateField } from "./deprecate-field.js";
import { readFieldConfig } from "./field-config.js";
import { findLiveField, findLiveType } from "./find.js";
import type { ModelField, ModelType } from "./model.js";
import { chooseKey } from "./names.js";
import { insertField, updateFieldRow } from "./store-writes.js";

export interface Conversion {
  to: FieldTypeName;
  key?: string | undefined;
  options?: FieldInput["options"];
  collection?: string | undefined;
  note?: string | undefined;
}

/**
 * Changes a field's type, where every value converts. Types of one JSON shape convert in place. Any other would
 * break whoever reads the key, so the values move to a new field and the old one lives on as deleted.
 */
export function convertField(
  runChange: RunChange,
  organizationId: OrganizationId,
  actor: Actor,
  typeName: string,
  fieldName: string,
  conversion: Conversion,
): Promise<ManagedField> {
  return changeModel(runChange, organizationId, actor, async (change, model) => {
    const type = findLiveType(model, typeName);
    const field = findLiveField(type, fieldName);
    if (conversion.to === field.type) {
      throw conflict(`The field "${field.key}" already is of type "${field.type}".`);
    }
    const { to } = conversion;
    const config = withKnown(field, to, conversion, (input) =>
      readFieldConfig(model, { type: to, ...input }),
    );
    const inPlace = fieldTypeOf(field).shape === fieldTypeRegistry[to].shape;
    if (inPlace && conversion.key !== undefined) {
      throw badRequest([
        {
          path: "key",
          message: `Readers of "${field.key}" get the same shape from "${to}": no new key is needed. Leave it out.`,
        },
      ]);
    }
    const id = inPlace
      ? await convertInPlace(change, type, field, to, config)
      : await convertBeside(change, type, field, config, conversion);
    change.audit("field.converted", field.id, { type: type.slug, key: field.key, from: field.type, to });
    return readChangedField(change, type.id, id);
  });
}

async function convertInPlace(
  change: Change,
  type: ModelType,
  field: ModelField,
  to: FieldTypeName,
  config: FieldConfig,
): Promise<FieldId> {
  await convertValues(change, type, field, { ...field, type: to, config });
  await updateFieldRow(change, field.id, { type: to, config: { ...config } });
  change.modelChanged({
    kind: "field.converted",
    typeId: type.id,
    fieldId: field.id,
    summary: `The field "${field.key}" of "${type.slug}" is now of type "${to}" instead of "${field.type}".`,
  });
  return field.id;
}

async function convertBeside(
  change: Change,
  type: ModelType,
  field: ModelField,
  config: FieldConfig,
  { to, key: wished, note }: Conversion,
): Promise<FieldId> {
  const key = chooseKey(type, wished, field.name);
  const id = newId("field");
  await insertField(change, { id, typeId: type.id, name: field.name, type: to, config, key });
  await convertValues(change, type, field, { ...field, id, key, type: to, config, aliases: [] });
  await updateFieldRow(change, field.id, {
    deletedAt: change.at,
    deletedBy: change.actor.userId,
    deletedNote: note || null,
    replacedBy: id,
  });
  await deprecateField(change, type, field, { reason: "deleted", note, replacement: key });
  change.modelChanged({
    kind: "field.converted",
    typeId: type.id,
    fieldId: id,
    summary: `The values of "${field.key}" of "${type.slug}" moved to "${key}" as "${to}". The old key goes on answering.`,
  });
  return id;
}

/** What the request leaves out and the field has already, it keeps: its options, the type it points to. */
function withKnown(
  field: ModelField,
  to: FieldTypeName,
  { options, collection }: Conversion,
  read: (input: Pick<Conversion, "options" | "collection">) => FieldConfig,
): FieldConfig {
  const { uses } = fieldTypeRegistry[to];
  const known = field.config;
  if (uses.includes("options") && !options && known.options) return { options: known.options };
  if (uses.includes("target") && !collection && known.target) return { target: known.target };
  return read({ options, collection });
}
