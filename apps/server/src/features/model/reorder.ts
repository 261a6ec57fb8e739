import type { OrganizationId } from "@lintel/contract";
import { badRequest } from "../../api/api-error.js";
import type { Actor, RunChange } from "../changes/change.js";
import { changeModel } from "./change-model.js";
import { findField, findType } from "./find.js";
import { updateFieldRow, updateTypeRow } from "./store-writes.js";

/** Sets the order of the types. Those left out keep theirs, behind the named ones. */
export function orderTypes(
  runChange: RunChange,
  organizationId: OrganizationId,
  actor: Actor,
  names: string[],
): Promise<void> {
  return changeModel(runChange, organizationId, actor, async (change, model) => {
    const order = inOrder(
      names.map((name) => findType(model, name)),
      model.types,
      "types",
    );
    for (const [position, type] of order.entries()) await updateTypeRow(change, type.id, { position });
    const [first] = order;
    if (!first) return;
    change.modelChanged({
      kind: "types.reordered",
      typeId: first.id,
      summary: "The content types have a new order.",
    });
    change.audit("types.reordered", organizationId, { order: order.map((type) => type.slug) });
  });
}

/** Sets the order of a type's fields. Those left out keep theirs, behind the named ones. */
export function orderFields(
  runChange: RunChange,
  organizationId: OrganizationId,
  actor: Actor,
  typeName: string,
  names: string[],
): Promise<void> {
  return changeModel(runChange, organizationId, actor, async (change, model) => {
    const type = findType(model, typeName);
    const order = inOrder(
      names.map((name) => findField(type, name)),
      type.fields,
      "fields",
    );
    for (const [position, field] of order.entries()) await updateFieldRow(change, field.id, { position });
    change.modelChanged({
      kind: "fields.reordered",
      typeId: type.id,
      summary: `The fields of "${type.slug}" have a new order.`,
    });
    change.audit("fields.reordered", type.id, { order: order.map((field) => field.key) });
  });
}

function inOrder<T>(named: T[], all: readonly T[], path: string): T[] {
  const set = new Set(named);
  if (set.size < named.length) throw badRequest([{ path, message: "One of them is named twice." }]);
  return [...named, ...all.filter((item) => !set.has(item))];
}
