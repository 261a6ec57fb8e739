import type { EntryId } from "@lintel/contract";
import { fieldTypeOf } from "../../field-types/registry.js";
import type { Change } from "../changes/change.js";
import type { ModelField, ModelType } from "../model/model.js";
import { searchWords } from "./entry-state.js";
import { readStatesHolding, setSearchWords } from "./store-values.js";

const batch = 200;

/** Takes a field's words out of the search of every entry that holds a value of it, before it is erased. */
export async function rewriteSearchWords(change: Change, type: ModelType, gone: ModelField): Promise<void> {
  if (!fieldTypeOf(gone).words) return;
  const without = { ...type, fields: type.fields.filter((field) => field.id !== gone.id) };
  const { storage } = fieldTypeOf(gone);
  for (let after: EntryId | undefined, more = true; more; ) {
    const rows = await readStatesHolding(change, type.id, gone.id, storage, after, batch);
    for (const row of rows) await setSearchWords(change, row.id, searchWords(without, row));
    after = rows.at(-1)?.id;
    more = rows.length === batch;
  }
}
