import type { Change } from "../changes/change.js";
import type { ModelField, ModelType } from "./model.js";
import { openAction } from "./store-writes.js";

interface Deprecation {
  reason: "deleted" | "renamed";
  note: string | undefined;
  /** The key to read instead. */
  replacement?: string;
}

/** Opens the Action that the field's key waits for from now on, and says so. */
export async function deprecateField(
  change: Change,
  type: ModelType,
  field: ModelField,
  { reason, note, replacement }: Deprecation,
): Promise<void> {
  const subject = { typeId: type.id, fieldId: field.id, name: field.key };
  const actionId = await openAction(change, reason, subject, note);
  const key = reason === "renamed" && replacement ? replacement : field.key;
  change.event("field.deprecated", {
    field: { id: field.id, type: type.slug, key, name: field.name },
    reason,
    name: field.key,
    replacement: replacement ?? null,
    note: note || null,
    actionId,
  });
}
