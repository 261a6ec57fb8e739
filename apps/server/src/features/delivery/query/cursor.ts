import { createHash } from "node:crypto";
import { type EntryId, isId } from "@lintel/contract";
import { fieldTypeOf } from "../../../field-types/registry.js";
import type { ModelType } from "../../model/model.js";
import type { ContentQuery, SortKey } from "./content-query.js";

/** What a row is sorted by, null where its field is empty. Instants are in ISO 8601. */
export type SortValue = string | number | null;

/** A place in the order of a query: behind the row that has these values. */
export interface Position {
  values: SortValue[];
  id: EntryId;
}

export type ReadCursor = { position: Position } | { message: string };

/** Longer than the values of four sorts with 160 characters each can make it. */
const longest = 8_192;
const digestBytes = 9;

/**
 * A position as readers hand it back. It names the query it belongs to and carries a checksum, against mistakes:
 * it grants nothing, because the organization and the type come from the request alone.
 */
export function writeCursor(type: ModelType, query: ContentQuery, { values, id }: Position): string {
  const body = Buffer.from(JSON.stringify([...values, id]));
  const queryDigest = digest(type.id, query.canonical);
  return Buffer.concat([queryDigest, digest(queryDigest, body), body]).toString("base64url");
}

export function readCursor(type: ModelType, query: ContentQuery, text: string): ReadCursor {
  const bytes = text.length <= longest ? Buffer.from(text, "base64url") : Buffer.alloc(0);
  const queryDigest = bytes.subarray(0, digestBytes);
  const body = bytes.subarray(2 * digestBytes);
  const isWhole =
    bytes.toString("base64url") === text &&
    bytes.subarray(digestBytes, 2 * digestBytes).equals(digest(queryDigest, body));
  if (!isWhole)
    return { message: "This is no cursor that Lintel made. Send `nextCursor` as it came, or leave it out." };
  if (!queryDigest.equals(digest(type.id, query.canonical))) {
    return {
      message:
        "This cursor belongs to another query. Repeat the query it came from, where only `limit` may differ.",
    };
  }
  const position = readPosition(query.sort, body.toString("utf8"));
  return position ? { position } : { message: "This cursor was changed. Send `nextCursor` as it came." };
}

/** Checks also what the checksum covers: anybody can make one. */
function readPosition(sort: readonly SortKey[], text: string): Position | undefined {
  let parts: unknown;
  try {
    parts = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts) || parts.length !== sort.length + 1) return undefined;
  const id: unknown = parts.pop();
  const fits = sort.every((key, at) => isValueOf(key, parts[at]));
  return isId("entry", id) && fits ? { values: parts, id } : undefined;
}

function isValueOf({ path }: SortKey, value: unknown): boolean {
  if (path.of === "field") {
    if (value === null) return true;
    return fieldTypeOf(path.field).index.column === "number" ? Number.isFinite(value) : isText(value);
  }
  const isInstant = path.column === "createdAt" || path.column === "updatedAt";
  return isText(value) && (!isInstant || isIsoInstant(value));
}

function isIsoInstant(text: string): boolean {
  const time = /^(?!0000)\d{4}-/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString() === text;
}

const isText = (value: unknown): value is string =>
  typeof value === "string" && value.isWellFormed() && !value.includes("\0");

const digest = (...parts: (string | Buffer)[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\n");
  return hash.digest().subarray(0, digestBytes);
};
