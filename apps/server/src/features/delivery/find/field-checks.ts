import { fieldTypeOf } from "../../../field-types/registry.js";
import type { ModelField } from "../../model/model.js";
import type { Test } from "../query/content-query.js";
import type { Check } from "./check.js";
import { exactOf } from "./columns.js";
import { type Column, compare } from "./compare.js";
import { containsIds } from "./contains-ids.js";
import type { Parameters } from "./statement.js";

const cellsOf = (field: ModelField) => (parameters: Parameters, table: string) =>
  `${table}.organization_id = $1 and ${table}.field_id = ${parameters.add(field.id)}`;

/** Ids of the entries that have a cell of the field for which `found` holds; the cell is row `c`. */
export function cellIds(
  field: ModelField,
  found: (parameters: Parameters, table: string) => string,
): NonNullable<Check["ids"]> {
  return (parameters, only) => {
    const cell = `${cellsOf(field)(parameters, "c")} and ${found(parameters, "c")}`;
    return `select c.entry_id from entry_index c where ${cell}${only ? ` and c.entry_id = ${only}` : ""}`;
  };
}

/** Conditions on the one value of a field, all of which its cell has to meet. */
export function valueCheck(field: ModelField, tests: readonly Test[], negated: boolean): Check {
  const key = fieldTypeOf(field).index.column === "number" ? "number_key" : "text_prefix";
  const on = (parameters: Parameters, table: string) => {
    const column: Column =
      key === "number_key"
        ? { kind: "plain", name: `${table}.number_key` }
        : { kind: "text", prefix: `${table}.text_prefix`, whole: `${table}.text_key` };
    const compared = tests.map((test) => (test.kind === "exists" ? null : compare(parameters, column, test)));
    // Said in the words of the partial index, so that it serves.
    return [`${table}.${key} is not null`, ...compared.filter((one) => one !== null)].join(" and ");
  };
  const check: Check = {
    negated,
    ids: cellIds(field, on),
    counting: "cheap",
    row: null,
    also: null,
    lead: negated ? null : { name: field.id, on },
  };
  const [test] = tests;
  const exact = test && exactOf(test);
  if (exact) return exactly(field, check, exact);
  return test?.kind === "contains"
    ? { ...check, ids: containsText(field, test.text), counting: "none" }
    : check;
}

/** Folded texts may be equal where the exact ones are not, so only the exact ones tell what is different. */
function exactly(field: ModelField, check: Check, texts: readonly string[]): Check {
  const isOne = (parameters: Parameters) =>
    `(e.values ->> ${parameters.add(field.id)}) = any(${parameters.add(texts)})`;
  return check.negated
    ? { ...check, ids: null, counting: "none", also: (parameters) => `(${isOne(parameters)}) is not true` }
    : { ...check, also: isOne };
}

const containsText = (field: ModelField, text: string) =>
  containsIds(
    {
      table: "entry_index",
      id: "entry_id",
      prefix: "text_prefix",
      whole: "text_key",
      scope: (parameters, table) =>
        `${cellsOf(field)(parameters, table)} and ${table}.text_prefix is not null`,
    },
    text,
  );

/** An option that the field no longer has reads as empty. */
export function optionCheck(field: ModelField, test: Test, negated: boolean): Check {
  const options = (field.config.options ?? []).map(({ id }) => ({ key: id }));
  return valueCheck(field, [test.kind === "exists" ? { kind: "any", operands: options } : test], negated);
}
