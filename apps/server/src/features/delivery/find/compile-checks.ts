import { foldText } from "../../../field-types/fold-text.js";
import { fieldTypeOf } from "../../../field-types/registry.js";
import type { ModelField } from "../../model/model.js";
import type { Condition, ContentQuery, EntryColumn, Test } from "../query/content-query.js";
import type { Check } from "./check.js";
import { entryColumn, exactOf } from "./columns.js";
import { compare } from "./compare.js";
import { optionCheck, valueCheck } from "./field-checks.js";
import type { Parameters } from "./statement.js";
import { targetCheck } from "./target-checks.js";

const living = "c.organization_id = $1 and c.type_id = $2 and c.deleted_at is null";

export function compileChecks({ where, search }: Pick<ContentQuery, "where" | "search">): Check[] {
  const checks = where.map(compileCondition);
  return search === null ? checks : [...checks, searchCheck(search)];
}

function compileCondition({ path, test, negated }: Condition): Check {
  if (path.of === "entry") return entryCheck(path.column, test, negated);
  if (path.of === "target") return targetCheck(path.field, { column: path.column, test }, negated);
  const { type } = path.field;
  if (type === "rich_text") return documentCheck(path.field, negated);
  if (type === "select" || type === "multi_select") return optionCheck(path.field, test, negated);
  if (fieldTypeOf(path.field).links) return targetCheck(path.field, { column: "id", test }, negated);
  return valueCheck(path.field, test, negated);
}

/** What every entry has is read from its row, or from the index on it. */
function entryCheck(column: EntryColumn, test: Test, negated: boolean): Check {
  const on = (parameters: Parameters, table: string) => {
    if (test.kind === "exists") return "true";
    const found = compare(parameters, entryColumn(column, table), test);
    const exact = exactOf(test);
    return exact ? `${found} and ${table}.title = any(${parameters.add(exact)})` : found;
  };
  return {
    negated,
    ids: (parameters, only) =>
      `select c.id from entries c where ${living} and ${on(parameters, "c")}${only ? ` and c.id = ${only}` : ""}`,
    isCountable: test.kind !== "contains",
    row: (parameters) => (negated ? `not (${on(parameters, "e")})` : on(parameters, "e")),
    also: null,
    lead: negated || exactOf(test) ? null : { name: column, on },
  };
}

/** A document's cells are the pictures in it, so its own column tells whether there is one. */
function documentCheck(field: ModelField, negated: boolean): Check {
  const also = (parameters: Parameters) => {
    const holds = `e.documents ? ${parameters.add(field.id)}`;
    return negated ? `not (${holds})` : holds;
  };
  return { negated, ids: null, isCountable: false, row: null, also, lead: null };
}

/** Every word has to be there. The type stands among the words of the index: see the decision on indexing. */
function searchCheck(text: string): Check {
  const words = foldText(text);
  const on = (parameters: Parameters, table: string) =>
    `(${table}.search || array_to_tsvector(array[${table}.type_id])) @@ (quote_literal($2::text)::tsquery && plainto_tsquery('simple', ${parameters.add(words)}))`;
  return {
    negated: false,
    ids: (parameters, only) =>
      `select c.id from entries c where ${living} and ${on(parameters, "c")}${only ? ` and c.id = ${only}` : ""}`,
    isCountable: true,
    row: (parameters) => `(${on(parameters, "e")})`,
    also: null,
    lead: null,
  };
}
