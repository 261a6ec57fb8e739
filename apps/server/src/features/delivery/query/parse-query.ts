import { contentQuerySchema, type Issue, queryLimits, singleEntryQuerySchema } from "@lintel/contract";
import { foldWords } from "../../../field-types/fold-text.js";
import type { Model, ModelType } from "../../model/model.js";
import { canonicalQuery } from "./canonical-query.js";
import {
  type Condition,
  type ContentQuery,
  noIncludes,
  type Projection,
  type SortKey,
} from "./content-query.js";
import { parseFields, parseInclude } from "./parse-projection.js";
import { parseSort } from "./parse-sort.js";
import { parseWhere } from "./parse-where.js";
import { type Parameter, readParameters } from "./read-parameters.js";

const listParameters = Object.keys(contentQuerySchema.shape);
const entryParameters = Object.keys(singleEntryQuerySchema.shape);

const oldestFirst: SortKey[] = [{ path: { of: "entry", column: "createdAt" }, descending: false }];

export type ParsedQuery = { query: ContentQuery; issues?: never } | { query?: never; issues: Issue[] };

/** Reads the query of a list. Everything that is wrong with it is named at once. */
export function parseQuery(model: Model, type: ModelType, text: string): ParsedQuery {
  const { parameters, issues } = readParameters(text);
  const given = sortOut(parameters, listParameters, issues);
  const conditions = given.where.slice(0, queryLimits.conditions);
  if (given.where.length > queryLimits.conditions) {
    issues.push({
      path: "where",
      message: `${given.where.length} conditions are more than the ${queryLimits.conditions} a query takes.`,
    });
  }
  const parts = {
    ...parseProjection(model, type, given.single, issues),
    limit: parseLimit(given.single.get("limit"), issues),
    cursor: given.single.get("cursor") ?? null,
    sort: given.single.has("sort")
      ? parseSort(model, type, given.single.get("sort") ?? "", issues)
      : oldestFirst,
    where: conditions
      .map((one) => parseWhere(model, type, one, issues))
      .filter((one): one is Condition => one !== undefined),
    search: parseSearch(given.single.get("search"), issues),
  };
  return issues.length > 0 ? { issues } : { query: { ...parts, canonical: canonicalQuery(parts) } };
}

/** Reads the query of a single entry. */
export function parseEntryQuery(
  model: Model,
  type: ModelType,
  text: string,
): { projection: Projection; canonical: string; issues?: never } | { issues: Issue[] } {
  const { parameters, issues } = readParameters(text);
  const { single } = sortOut(parameters, entryParameters, issues);
  const projection = parseProjection(model, type, single, issues);
  if (issues.length > 0) return { issues };
  return { projection, canonical: canonicalQuery({ ...projection, where: [], sort: [], search: null }) };
}

/** Refuses the parameters of an operation that takes none. */
export function parseNothing(text: string): Issue[] {
  const { parameters, issues } = readParameters(text);
  sortOut(parameters, [], issues);
  return issues;
}

interface Given {
  where: Parameter[];
  single: Map<string, string>;
}

function sortOut(parameters: Parameter[], known: readonly string[], issues: Issue[]): Given {
  const given: Given = { where: [], single: new Map() };
  for (const parameter of parameters) {
    const name = parameter.name.replace(/\[.*$/s, "");
    const path = parameter.name.slice(0, 200);
    if (!known.includes(name)) {
      const takes =
        known.length > 0 ? `This operation takes: ${known.join(", ")}.` : "This operation takes none.";
      issues.push({ path, message: `Unknown query parameter. ${takes}` });
    } else if (name === "where") {
      given.where.push(parameter);
    } else if (parameter.name !== name) {
      issues.push({ path, message: `Give one value, as \`${name}=\`.` });
    } else {
      given.single.set(name, parameter.value);
    }
  }
  return given;
}

function parseProjection(
  model: Model,
  type: ModelType,
  given: ReadonlyMap<string, string>,
  issues: Issue[],
): Projection {
  const fields = given.get("fields");
  const keys = fields === undefined ? null : parseFields(type, fields, issues);
  const included = given.get("include");
  const include = included === undefined ? noIncludes : parseInclude(model, type, included, issues);
  if (keys) {
    const asked = new Set([...keys].map((key) => type.fieldByKey.get(key)));
    for (const { field } of include.values()) {
      if (asked.has(field)) continue;
      issues.push({
        path: "include",
        message: `"${field.key}" is included and not among \`fields\`. Add it there, or leave it out here.`,
      });
    }
  }
  return { keys, include };
}

function parseLimit(text: string | undefined, issues: Issue[]): number | null {
  if (text === undefined) return null;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= queryLimits.limit) return limit;
  issues.push({
    path: "limit",
    message: `Expected a whole number from 1 to ${queryLimits.limit}, got ${JSON.stringify(text.slice(0, 40))}. Without \`limit\` all entries come, up to ${queryLimits.all.toLocaleString("en")}.`,
  });
  return null;
}

function parseSearch(text: string | undefined, issues: Issue[]): string | null {
  if (text === undefined) return null;
  if (foldWords(text) === "")
    issues.push({
      path: "search",
      message: "There is no word to search for. Give one, or leave `search` out.",
    });
  else if (text.length > queryLimits.text)
    issues.push({ path: "search", message: `The text has more than ${queryLimits.text} characters.` });
  return text.trim();
}
