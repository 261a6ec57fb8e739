import type { FieldType } from "../../../field-types/field-type.js";
import { fieldTypeOf } from "../../../field-types/registry.js";
import type { Model, ModelField, ModelType } from "../../model/model.js";
import { publishType } from "../../model/publish-model.js";

export interface PlannedField {
  field: ModelField;
  definition: FieldType;
}

/** How entries of a type are answered, worked out once for a model and a projection. */
export interface TypePlan {
  model: Model;
  type: ModelType;
  /** Each field that is asked for, once, whatever the number of its keys. */
  fields: PlannedField[];
  /** The keys of an answer, in the order the model publishes them, each with the place of its field. */
  keys: { key: string; json: string; at: number }[];
  /** Those of `fields` whose values are loaded from the documents. */
  documents: PlannedField[];
}

const wholePlans = new WeakMap<ModelType, TypePlan>();

/** A model is never changed, so what is worked out from one of its types stays true. */
export function planType(model: Model, type: ModelType, asked: ReadonlySet<string> | null): TypePlan {
  if (asked) return makePlan(model, type, asked);
  const known = wholePlans.get(type) ?? makePlan(model, type, null);
  wholePlans.set(type, known);
  return known;
}

function makePlan(model: Model, type: ModelType, asked: ReadonlySet<string> | null): TypePlan {
  const fields: PlannedField[] = [];
  const places = new Map<ModelField, number>();
  const keys: TypePlan["keys"] = [];
  for (const { key } of publishType(model, type, type.slug).fields) {
    const field = type.fieldByKey.get(key);
    if (!field || (asked && !asked.has(key))) continue;
    let at = places.get(field);
    if (at === undefined) {
      at = fields.push({ field, definition: fieldTypeOf(field) }) - 1;
      places.set(field, at);
    }
    keys.push({ key, json: `${JSON.stringify(key)}:`, at });
  }
  const documents = fields.filter(({ definition }) => definition.storage === "documents");
  return { model, type, fields, keys, documents };
}
