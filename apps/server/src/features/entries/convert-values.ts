import type { EntryId } from "@lintel/contract";
import { conflict } from "../../api/api-error.js";
import { fieldTypeOf } from "../../field-types/registry.js";
import type { Change } from "../changes/change.js";
import type { ModelField, ModelType } from "../model/model.js";
import { checkLinks } from "./check-links.js";
import { indexCells } from "./entry-state.js";
import { writeIndex } from "./store.js";
import { readStoredValues, type StoredValue, writeStoredValue } from "./store-values.js";

const batch = 500;

interface Failure {
  entry: EntryId;
  title: string;
  why: string;
}

/**
 * Writes the values of one field as those of another, which may be the same field with another type. Entries keep
 * their version and their time of change: nobody edited them. Refused, with the entries named, unless every value
 * converts. History is converted as far as it goes; restoring a version checks its values again.
 */
export async function convertValues(
  change: Change,
  type: ModelType,
  from: ModelField,
  to: ModelField,
): Promise<void> {
  const failures: Failure[] = [];
  let failed = 0;
  const { storage } = fieldTypeOf(from);
  for (let after: EntryId | undefined, more = true; more; ) {
    const rows = await readStoredValues(change, "entries", type.id, from.id, storage, after, batch);
    for (const row of rows) {
      const converted = await convert(change, row.stored, from, to);
      if (!converted.ok) {
        failed += 1;
        if (failures.length < 10)
          failures.push({ entry: row.entryId, title: row.title, why: converted.message });
      } else if (failed === 0) {
        await writeStoredValue(change, "entries", row, from, to, converted.value);
        await writeIndex(change, row.entryId, new Map([[to.id, indexCells(to, converted.value)]]), false);
      }
    }
    after = rows.at(-1)?.entryId;
    more = rows.length === batch;
  }
  if (failed > 0) throw refuseConversion(from, to, failures, failed);
  await convertHistory(change, type, from, to);
}

async function convertHistory(
  change: Change,
  type: ModelType,
  from: ModelField,
  to: ModelField,
): Promise<void> {
  const { storage } = fieldTypeOf(from);
  for (let after: EntryId | undefined, more = true; more; ) {
    const rows: StoredValue[] = await readStoredValues(
      change,
      "entryVersions",
      type.id,
      from.id,
      storage,
      after,
      batch,
    );
    for (const row of rows) {
      const converted = await convert(change, row.stored, from, to);
      if (converted.ok) await writeStoredValue(change, "entryVersions", row, from, to, converted.value);
    }
    after = rows.at(-1)?.entryId;
    more = rows.length > 0;
  }
}

async function convert(change: Change, stored: unknown, from: ModelField, to: ModelField) {
  const plain = fieldTypeOf(from).toPlain(stored, from.config);
  if (plain === null) return { ok: true as const, value: null };
  const target = fieldTypeOf(to);
  const input = target.fromPlain(plain, to.config);
  if (input === undefined) {
    return { ok: false as const, message: `${JSON.stringify(plain)} is no value of type "${to.type}".` };
  }
  const parsed = target.parse(input, to.config);
  if (!parsed.ok) return parsed;
  const [broken] = await checkLinks(change, [{ field: to, stored: parsed.value, before: undefined }]);
  return broken ? { ok: false as const, message: broken.message } : parsed;
}

function refuseConversion(from: ModelField, to: ModelField, failures: Failure[], failed: number) {
  const named = failures.slice(0, 3).map(({ title, why }) => `"${title}": ${why}`);
  const rest = failed > named.length ? ` … and ${failed - named.length} more.` : "";
  return conflict(
    `"${from.key}" cannot become "${to.type}": ${failed} of its values do not convert. ${named.join(" ")}${rest} Nothing was changed.`,
    { failed, entries: failures },
  );
}
