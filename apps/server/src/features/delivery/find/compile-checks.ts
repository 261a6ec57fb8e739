import { foldWords } from "../../../field-types/fold-text.js";
import { fieldTypeOf } from "../../../field-types/registry.js";
import type { ModelField } from "../../model/model.js";
import type { Condition, ContentQuery, EntryColumn, Test } from "../query/content-query.js";
import { nameOf } from "../query/parse-sort.js";
import type { Check } from "./check.js";
import { entryColumn, exactOf } from "./columns.js";
import { compare } from "./compare.js";
import { containsIds } from "./contains-ids.js";
import { optionCheck, valueCheck } from "./field-checks.js";
import type { Parameters } from "./statement.js";
import { targetCheck } from "./target-checks.js";

const livingIn = (table: string) =>
  `${table}.organization_id = $1 and ${table}.type_id = $2 and ${table}.deleted_at is null`;

export function compileChecks({ where, search }: Pick<ContentQuery, "where" | "search">): Check[] {
  const checks = gatherRanges(where).map(compileCondition);
  return search === null ? checks : [...checks, searchCheck(search)];
}

/** A condition, or several that the one value of a path has to meet: a range is found at once, and not by its ends. */
type Gathered = Omit<Condition, "test"> & { tests: Test[] };

function gatherRanges(where: readonly Condition[]): Gathered[] {
  const gathered: Gathered[] = [];
  const ranges = new Map<string, Gathered>();
  for (const { path, test, negated } of where) {
    const range = isRange({ path, test, negated }) ? nameOf(path) : undefined;
    const known = range === undefined ? undefined : ranges.get(range);
    if (known) {
      known.tests.push(test);
      continue;
    }
    const one = { path, tests: [test], negated };
    gathered.push(one);
    if (range !== undefined) ranges.set(range, one);
  }
  return gathered;
}

function isRange({ path, test, negated }: Condition): boolean {
  if (negated || path.of === "target" || test.kind === "contains" || exactOf(test)) return false;
  // Sortable is what has one value that compares as itself.
  return path.of === "entry" || fieldTypeOf(path.field).index.sortable;
}

function compileCondition({ path, tests, negated }: Gathered): Check {
  if (path.of === "entry") return entryCheck(path.column, tests, negated);
  const test = tests[0]!;
  if (path.of === "target") return targetCheck(path.field, { column: path.column, test }, negated);
  const { type } = path.field;
  if (type === "rich_text") return documentCheck(path.field, negated);
  if (type === "select" || type === "multi_select") return optionCheck(path.field, test, negated);
  if (fieldTypeOf(path.field).links) return targetCheck(path.field, { column: "id", test }, negated);
  return valueCheck(path.field, tests, negated);
}

/** What every entry has is read from its row, or from the index on it. */
function entryCheck(name: EntryColumn, tests: readonly Test[], negated: boolean): Check {
  const on = (parameters: Parameters, table: string) =>
    tests.map((test) => entryTest(parameters, name, test, table)).join(" and ");
  const [test] = tests;
  const isExact = tests.some(exactOf);
  const ids: Check["ids"] = (parameters, only) =>
    `select c.id from entries c where ${livingIn("c")} and ${on(parameters, "c")}${only ? ` and c.id = ${only}` : ""}`;
  return {
    negated,
    ids: name === "title" && test?.kind === "contains" ? containsTitle(test.text) : ids,
    // What leaves out little is read off the rows that are looked at anyway.
    counting: negated || test?.kind === "contains" ? "none" : "cheap",
    row: (parameters) => (negated ? `not (${on(parameters, "e")})` : on(parameters, "e")),
    also: null,
    lead: negated || isExact ? null : { name, on },
  };
}

function entryTest(parameters: Parameters, name: EntryColumn, test: Test, table: string): string {
  if (test.kind === "exists") return "true";
  const found = compare(parameters, entryColumn(name, table), test);
  const exact = exactOf(test);
  return exact ? `${found} and ${table}.title = any(${parameters.add(exact)})` : found;
}

const containsTitle = (text: string) =>
  containsIds(
    {
      table: "entries",
      id: "id",
      prefix: "title_prefix",
      whole: "title_key",
      scope: (_, table) => livingIn(table),
    },
    text,
  );

/** A document's cells are the pictures in it, so its own column tells whether there is one. */
function documentCheck(field: ModelField, negated: boolean): Check {
  const also = (parameters: Parameters) => {
    const holds = `e.documents ? ${parameters.add(field.id)}`;
    return negated ? `not (${holds})` : holds;
  };
  return { negated, ids: null, counting: "none", row: null, also, lead: null };
}

/** Every word has to be there. The type stands among the words of the index: see the decision on indexing. */
function searchCheck(text: string): Check {
  const words = foldWords(text);
  const holds = (parameters: Parameters, table: string) =>
    `(${table}search || array_to_tsvector(array[${table}type_id])) @@ (quote_literal($2::text)::tsquery && plainto_tsquery('simple', ${parameters.add(words)}))`;
  return {
    negated: false,
    // OFFSET leaves the planner nothing but the index on words, which knows the type as well.
    ids: (parameters, only) =>
      `select c.id from (select * from entries where ${holds(parameters, "")} offset 0) c where ${livingIn("c")}${only ? ` and c.id = ${only}` : ""}`,
    counting: "dear",
    row: (parameters) => `(${holds(parameters, "e.")})`,
    also: null,
    lead: null,
  };
}
