import { fieldTypeOf } from "../../../field-types/registry.js";
import type { ModelField } from "../../model/model.js";
import type { Test } from "../query/content-query.js";
import type { Check } from "./check.js";
import { exactOf } from "./columns.js";
import { type Column, compare } from "./compare.js";
import type { Parameters } from "./statement.js";

/** Ids of the entries that have a cell of the field for which `found` holds; the cell is row `c`. */
export function cellIds(
  field: ModelField,
  found: (parameters: Parameters, table: string) => string,
): Check["ids"] {
  return (parameters, only) => {
    const cell = `c.organization_id = $1 and c.field_id = ${parameters.add(field.id)}`;
    return `select c.entry_id from entry_index c where ${cell} and ${found(parameters, "c")}${only ? ` and c.entry_id = ${only}` : ""}`;
  };
}

/** A condition on what the cells of a field hold. */
export function valueCheck(field: ModelField, test: Test, negated: boolean): Check {
  const isNumber = fieldTypeOf(field).index.column === "number";
  const on = (parameters: Parameters, table: string) => {
    if (test.kind === "exists") return `${table}.${isNumber ? "number_key" : "text_prefix"} is not null`;
    const column: Column = isNumber
      ? { kind: "plain", name: `${table}.number_key` }
      : { kind: "text", prefix: `${table}.text_prefix`, whole: `${table}.text_key` };
    return compare(parameters, column, test);
  };
  const exact = exactOf(test);
  const isExactly = (parameters: Parameters) =>
    `(e.values ->> ${parameters.add(field.id)}) = any(${parameters.add(exact)})`;
  // Folded texts may be equal where the exact ones are not, so only the exact ones tell what is different.
  if (exact && negated) {
    return {
      negated,
      ids: null,
      isCountable: false,
      row: null,
      also: (parameters) => `(${isExactly(parameters)}) is not true`,
      lead: null,
    };
  }
  return {
    negated,
    ids: cellIds(field, on),
    isCountable: test.kind !== "contains",
    row: null,
    also: exact ? isExactly : null,
    lead: negated ? null : { name: field.id, on },
  };
}

/** An option that the field no longer has reads as empty. */
export function optionCheck(field: ModelField, test: Test, negated: boolean): Check {
  const options = (field.config.options ?? []).map(({ id }) => ({ key: id }));
  const any: Test = test.kind === "exists" ? { kind: "any", operands: options } : test;
  return { ...valueCheck(field, any, negated), isCountable: true };
}
