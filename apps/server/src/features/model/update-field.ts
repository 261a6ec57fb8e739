import type { OrganizationId } from "@lintel/contract";
import type { FieldInput, ManagedField } from "@lintel/contract/management";
import { badRequest, conflict } from "../../api/api-error.js";
import { fieldTypeOf } from "../../field-types/registry.js";
import type { Actor, Change, RunChange } from "../changes/change.js";
import { changeModel, readChangedField } from "./change-model.js";
import { deprecateField } from "./deprecate-field.js";
import { readOptions } from "./field-config.js";
import { findLiveField, findLiveType } from "./find.js";
import type { ModelField, ModelType } from "./model.js";
import { chooseKey } from "./names.js";
import { countOptionUses, moveKey, updateFieldRow, withdrawAction } from "./store-writes.js";

export interface FieldUpdate {
  name?: string | undefined;
  key?: string | undefined;
  options?: FieldInput["options"];
  note?: string | undefined;
}

/** Changes a field's name, key or options. None of them writes an entry. */
export function updateField(
  runChange: RunChange,
  organizationId: OrganizationId,
  actor: Actor,
  typeName: string,
  fieldName: string,
  update: FieldUpdate,
): Promise<ManagedField> {
  return changeModel(runChange, organizationId, actor, async (change, model) => {
    const type = findLiveType(model, typeName);
    const field = findLiveField(type, fieldName);
    if (update.name !== undefined && update.name !== field.name)
      await rename(change, type, field, update.name);
    if (update.key !== undefined && update.key !== field.key)
      await changeKey(change, type, { ...field, name: update.name ?? field.name }, update.key, update.note);
    if (update.options) await changeOptions(change, type, field, update.options);
    return readChangedField(change, type.id, field.id);
  });
}

async function rename(change: Change, type: ModelType, field: ModelField, name: string) {
  await updateFieldRow(change, field.id, { name });
  change.modelChanged({
    kind: "field.renamed",
    typeId: type.id,
    fieldId: field.id,
    summary: `The field "${field.key}" of "${type.slug}" is now called "${name}" instead of "${field.name}".`,
  });
  change.audit("field.renamed", field.id, { type: type.slug, from: field.name, to: name });
}

async function changeKey(
  change: Change,
  type: ModelType,
  field: ModelField,
  key: string,
  note: string | undefined,
) {
  // Back to one of its own old keys is always free: it was never handed to another field.
  if (!field.aliases.some((alias) => alias.name === key)) chooseKey(type, key, field.name);
  const subject = { typeId: type.id, fieldId: field.id };
  await moveKey(change, field, key, note);
  await withdrawAction(change, "renamed", { ...subject, name: key });
  await deprecateField(change, type, field, { reason: "renamed", note, replacement: key });
  change.modelChanged({
    kind: "field.key_changed",
    ...subject,
    summary: `The key "${field.key}" of "${type.slug}" became "${key}". The old one goes on answering.`,
  });
  change.audit("field.key_changed", field.id, { type: type.slug, from: field.key, to: key });
}

async function changeOptions(
  change: Change,
  type: ModelType,
  field: ModelField,
  input: NonNullable<FieldInput["options"]>,
) {
  if (!fieldTypeOf(field).uses.includes("options")) {
    throw badRequest([
      { path: "options", message: `A field of type "${field.type}" takes no options. Leave them out.` },
    ]);
  }
  const before = field.config.options ?? [];
  const after = readOptions(input, before);
  const gone = before.filter((option) => !after.some((kept) => kept.id === option.id));
  const uses = await countOptionUses(
    change.tx,
    change.organizationId,
    field.id,
    gone.map((option) => option.id),
  );
  const inUse = gone.find((option) => uses.has(option.id));
  if (inUse) {
    throw conflict(
      `The option "${inUse.name}" of "${field.key}" is held by ${entriesInWords(uses.get(inUse.id) ?? 0)}, deleted ones included. Give them another value first, or rename the option.`,
      { option: inUse.name, entries: uses.get(inUse.id) },
    );
  }
  const removedOptions = [...(field.config.removedOptions ?? []), ...gone];
  await updateFieldRow(change, field.id, { config: { ...field.config, options: after, removedOptions } });
  change.modelChanged({
    kind: "field.options_changed",
    typeId: type.id,
    fieldId: field.id,
    summary: `The options of "${field.key}" of "${type.slug}" are now: ${after.map((option) => option.name).join(", ") || "none"}.`,
  });
  change.audit("field.options_changed", field.id, {
    type: type.slug,
    options: after.map((option) => option.name),
  });
}

const entriesInWords = (count: number) => (count === 1 ? "1 entry" : `${count} entries`);
