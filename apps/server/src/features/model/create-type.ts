import type { OrganizationId } from "@lintel/contract";
import type { FieldInput, ManagedType } from "@lintel/contract/management";
import { newId } from "../../db/new-id.js";
import type { Actor, RunChange } from "../changes/change.js";
import { insertEntry } from "../entries/insert-entry.js";
import { changeModel, readChangedType } from "./change-model.js";
import { addField } from "./create-field.js";
import { loadModel } from "./load-model.js";
import { chooseSlug } from "./names.js";
import { insertType } from "./store-writes.js";

export interface TypeInput {
  name: string;
  slug?: string | undefined;
  kind: "collection" | "map";
  fields?: FieldInput[] | undefined;
}

/** Creates a content type with its fields. A map comes with its one entry, so that readers find it at once. */
export function createType(
  runChange: RunChange,
  organizationId: OrganizationId,
  actor: Actor,
  input: TypeInput,
): Promise<ManagedType> {
  return changeModel(runChange, organizationId, actor, async (change, model) => {
    const slug = chooseSlug(model, input.slug, input.name);
    const id = newId("contentType");
    await insertType(change, { id, name: input.name, kind: input.kind, slug });
    change.modelChanged({
      kind: "type.created",
      typeId: id,
      summary: `The ${input.kind} "${input.name}" was created as "${slug}".`,
    });
    change.audit("type.created", id, { slug, name: input.name, kind: input.kind });

    let grown = await loadModel(change.tx, organizationId);
    for (const [place, field] of (input.fields ?? []).entries()) {
      await addField(change, grown, grown.typeById.get(id)!, field, `fields[${place}]`);
      grown = await loadModel(change.tx, organizationId);
    }
    if (input.kind === "map") await insertEntry(change, grown.typeById.get(id)!, { title: input.name, slug });
    return readChangedType(change, id);
  });
}
