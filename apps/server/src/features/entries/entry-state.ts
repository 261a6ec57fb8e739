import type { Issue } from "@lintel/contract";
import type { StoredValues } from "../../db/schema/entries.js";
import type { IndexCell, Links } from "../../field-types/field-type.js";
import { foldWords } from "../../field-types/fold-text.js";
import { fieldTypeOf } from "../../field-types/registry.js";
import type { ModelField, ModelType } from "../model/model.js";

/** What of an entry a version keeps. */
export interface EntryState {
  slug: string;
  title: string;
  values: StoredValues;
  documents: StoredValues;
}

/** The values a writer sent, checked: null empties a field. */
export type CheckedValues = Map<ModelField, unknown | null>;

/** Past this many nobody reads on. */
const mostIssues = 100;

/** Checks values by key against the type's live fields. An alias works as its field; a deleted field takes none. */
export function checkValues(
  type: ModelType,
  input: Record<string, unknown>,
): { values: CheckedValues; issues: Issue[] } {
  const values: CheckedValues = new Map();
  const issues: Issue[] = [];
  // Built once: the list of keys would be as long again for each unknown one.
  const known = type.fields.filter((field) => !field.deleted).map((field) => field.key);
  for (const [key, value] of Object.entries(input)) {
    if (issues.length >= mostIssues) break;
    const path = `fields.${key}`;
    const field = type.fieldByKey.get(key);
    if (!field) {
      issues.push({
        path,
        message: `"${type.slug}" has no field ${JSON.stringify(key)}. Fields: ${known.join(", ") || "none yet"}.`,
      });
    } else if (field.deleted) {
      issues.push({
        path,
        message: `The field "${field.key}" was deleted and takes no new values. Restore it to write it.`,
      });
    } else if (values.has(field)) {
      issues.push({
        path,
        message: `"${key}" and another key of the request name the same field. Send it once, as "${field.key}".`,
      });
    } else if (value === null) {
      values.set(field, null);
    } else {
      const parsed = fieldTypeOf(field).parse(value, field.config);
      if (parsed.ok) values.set(field, parsed.value);
      else issues.push({ path, message: parsed.message });
    }
  }
  return { values, issues };
}

export function storedValue(state: Pick<EntryState, "values" | "documents">, field: ModelField): unknown {
  return state[fieldTypeOf(field).storage][field.id];
}

/** The state with the checked values in it. Fields that no longer exist keep what they had. */
export function withValues(state: EntryState, checked: CheckedValues): EntryState {
  const values = { ...state.values };
  const documents = { ...state.documents };
  for (const [field, value] of checked) {
    const target = fieldTypeOf(field).storage === "documents" ? documents : values;
    if (value === null) delete target[field.id];
    else target[field.id] = value;
  }
  return { ...state, values, documents };
}

export function indexCells(field: ModelField, stored: unknown): IndexCell[] {
  return stored === undefined || stored === null ? [] : fieldTypeOf(field).index.cells(stored, field.config);
}

export function linksOf(field: ModelField, stored: unknown): Links {
  return (stored !== undefined && stored !== null && fieldTypeOf(field).links?.(stored)) || {};
}

/** PostgreSQL takes at most 1 MB of search words; this stays well below with any text. */
const wordsLimit = 200_000;

/** The words that a search finds an entry by: its title and all its texts, folded. */
export function searchWords(type: ModelType, state: EntryState): string {
  const words = [state.title, state.slug];
  for (const field of type.fields) {
    const stored = storedValue(state, field);
    if (stored !== undefined) words.push(fieldTypeOf(field).words?.(stored, field.config) ?? "");
  }
  return foldWords(words.join(" \n")).slice(0, wordsLimit);
}

/** Values by canonical key as writers get and send them, deleted fields left out. */
export function toInputs(
  type: ModelType,
  state: Pick<EntryState, "values" | "documents">,
): Record<string, unknown> {
  const inputs: Record<string, unknown> = {};
  for (const field of type.fields) {
    if (field.deleted) continue;
    const stored = storedValue(state, field);
    const definition = fieldTypeOf(field);
    inputs[field.key] =
      stored === undefined
        ? definition.empty
        : (definition.toInput ?? definition.toPlain)(stored, field.config);
  }
  return inputs;
}
