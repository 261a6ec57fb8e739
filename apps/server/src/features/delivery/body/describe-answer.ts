import { badRequest, notFound } from "../../../api/api-error.js";
import type { Model, ModelType } from "../../model/model.js";
import { publishModel, publishType } from "../../model/publish-model.js";
import type { ContentQuery, Projection } from "../query/content-query.js";
import { type Position, readCursor } from "../query/cursor.js";
import { parseEntryQuery, parseNothing, parseQuery } from "../query/parse-query.js";

/** Which of the three answers is asked for, as the router found it in the path. */
export type DeliveryMatch =
  | { route: "model" }
  | { route: "list"; type: string }
  | { route: "entry"; type: string; slug: string };

/** What is to be answered, checked. `key` is the same for all requests that get the same answer. */
export type Described = { key: string; model: Model } & (
  | { route: "model" }
  | { route: "list"; type: ModelType; asked: string; query: ContentQuery; after: Position | null }
  | { route: "entry"; type: ModelType; asked: string; slug: string; projection: Projection }
);

export function describeAnswer(model: Model, match: DeliveryMatch, queryText: string): Described {
  if (match.route === "model") {
    const issues = parseNothing(queryText);
    if (issues.length > 0) throw badRequest(issues);
    return { route: "model", key: "model", model };
  }
  const asked = match.type;
  const type = model.typeBySlug.get(asked);
  if (!type) throw notFound("No content type with that slug in this organization.");
  return match.route === "list"
    ? describeList(model, type, asked, queryText)
    : describeEntry(model, type, asked, match.slug, queryText);
}

function describeList(model: Model, type: ModelType, asked: string, queryText: string): Described {
  const { query, issues } = parseQuery(model, type, queryText);
  if (issues) throw badRequest(issues);
  const { cursor, limit, canonical } = query;
  const read = cursor === null ? null : readCursor(type, query, cursor);
  if (read && "message" in read) throw badRequest([{ path: "cursor", message: read.message }]);
  const key = JSON.stringify(["list", asked, limit, cursor, canonical]);
  return { route: "list", key, model, type, asked, query, after: read?.position ?? null };
}

function describeEntry(
  model: Model,
  type: ModelType,
  asked: string,
  slug: string,
  queryText: string,
): Described {
  const parsed = parseEntryQuery(model, type, queryText);
  if (parsed.issues) throw badRequest(parsed.issues);
  const { projection, canonical } = parsed;
  const key = JSON.stringify(["entry", asked, slug, canonical]);
  return { route: "entry", key, model, type, asked, slug, projection };
}

const published = new WeakMap<Model, Map<string, string>>();

/** What an answer carries of the model, as JSON: all of it, or a type under the slug that was asked for. */
export function modelJson(model: Model, type?: ModelType, asked = ""): string {
  const known = published.get(model) ?? new Map<string, string>();
  published.set(model, known);
  const json =
    known.get(asked) ?? JSON.stringify(type ? publishType(model, type, asked) : publishModel(model));
  known.set(asked, json);
  return json;
}
