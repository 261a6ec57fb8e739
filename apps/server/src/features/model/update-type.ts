import type { OrganizationId } from "@lintel/contract";
import type { ManagedType } from "@lintel/contract/management";
import type { Actor, RunChange } from "../changes/change.js";
import { changeModel, readChangedType } from "./change-model.js";
import { findLiveType } from "./find.js";
import { chooseSlug } from "./names.js";
import { moveSlug, openAction, updateTypeRow, withdrawAction } from "./store-writes.js";

/** Renames a type, or moves it to another slug: the old one goes on answering until its Action is completed. */
export function updateType(
  runChange: RunChange,
  organizationId: OrganizationId,
  actor: Actor,
  typeName: string,
  input: { name?: string | undefined; slug?: string | undefined; note?: string | undefined },
): Promise<ManagedType> {
  return changeModel(runChange, organizationId, actor, async (change, model) => {
    const type = findLiveType(model, typeName);
    const { name, slug, note } = input;

    if (name !== undefined && name !== type.name) {
      await updateTypeRow(change, type.id, { name });
      change.modelChanged({
        kind: "type.renamed",
        typeId: type.id,
        summary: `The type "${type.slug}" is now called "${name}" instead of "${type.name}".`,
      });
      change.audit("type.renamed", type.id, { from: type.name, to: name });
    }

    if (slug !== undefined && slug !== type.slug) {
      if (!type.aliases.some((alias) => alias.name === slug)) chooseSlug(model, slug, type.name);
      await moveSlug(change, type, slug, note);
      await withdrawAction(change, "renamed", { typeId: type.id, fieldId: null, name: slug });
      await openAction(change, "renamed", { typeId: type.id, fieldId: null, name: type.slug }, note);
      change.modelChanged({
        kind: "type.slug_changed",
        typeId: type.id,
        summary: `The slug "${type.slug}" became "${slug}". The old one goes on answering.`,
      });
      change.audit("type.slug_changed", type.id, { from: type.slug, to: slug });
    }
    return readChangedType(change, type.id);
  });
}
