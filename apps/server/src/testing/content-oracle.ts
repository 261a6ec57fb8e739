import type { Operator } from "@lintel/contract";
import { foldText, foldWords } from "../field-types/fold-text.js";

/** A value as readers get it, or undefined where the path leads nowhere. */
export type OracleValue = string | number | boolean | null | string[];

/** An entry as a reader sees it, with what each path leads to. */
export interface OracleEntry {
  id: string;
  /** By path, as `fields.tone` or `fields.author.slug`. Lists are of ids or names. */
  paths: Record<string, OracleValue>;
  words: string;
}

export interface OracleCondition {
  path: string;
  operator: Operator;
  operand: string;
}

export interface OracleQuery {
  where: OracleCondition[];
  sort: { path: string; descending: boolean }[];
  search: string | null;
}

/** Paths whose values are texts that compare folded, but for equality. */
export type FoldedPaths = ReadonlySet<string>;

/** What a query has to answer with, worked out in memory and in the plainest way. */
export function expectedIds(entries: OracleEntry[], query: OracleQuery, folded: FoldedPaths): string[] {
  const sort = query.sort.length > 0 ? query.sort : [{ path: "createdAt", descending: false }];
  return entries
    .filter((entry) => query.where.every((condition) => holds(entry, condition, folded)))
    .filter((entry) => query.search === null || hasWords(entry, query.search))
    .sort((a, b) => {
      for (const { path, descending } of sort) {
        const order = compareSorted(sortValue(a, path, folded), sortValue(b, path, folded), descending);
        if (order !== 0) return order;
      }
      return sort.at(-1)?.descending ? byCodePoint(b.id, a.id) : byCodePoint(a.id, b.id);
    })
    .map((entry) => entry.id);
}

function hasWords(entry: OracleEntry, search: string): boolean {
  const words = new Set(foldWords(entry.words).split(" "));
  return foldWords(search)
    .split(" ")
    .every((word) => words.has(word));
}

function holds(
  entry: OracleEntry,
  { path, operator, operand }: OracleCondition,
  folded: FoldedPaths,
): boolean {
  const value = entry.paths[path] ?? null;
  const values = (Array.isArray(value) ? value : [value]).filter((one) => one !== null);
  const isOneOf = (operands: string[]) => values.some((one) => operands.includes(String(one)));
  const fold = (text: string) => (folded.has(path) ? foldText(text) : text);
  const compared = (test: (order: number) => boolean) =>
    values.some((one) =>
      test(typeof one === "number" ? one - Number(operand) : byCodePoint(fold(String(one)), fold(operand))),
    );
  switch (operator) {
    case "eq":
      return isOneOf([operand]);
    case "ne":
      return !isOneOf([operand]);
    case "in":
      return isOneOf(operand.split(","));
    case "nin":
      return !isOneOf(operand.split(","));
    case "lt":
      return compared((order) => order < 0);
    case "lte":
      return compared((order) => order <= 0);
    case "gt":
      return compared((order) => order > 0);
    case "gte":
      return compared((order) => order >= 0);
    case "contains":
      // A list contains its values; the slugs and titles of what it points to are texts each.
      return Array.isArray(value) && !/\.(slug|title)$/.test(path)
        ? isOneOf([operand])
        : values.some((one) => fold(String(one)).includes(fold(operand)));
    case "starts":
      return values.some((one) => fold(String(one)).startsWith(fold(operand)));
    case "exists":
      return values.length > 0 === (operand === "true");
  }
}

function sortValue(entry: OracleEntry, path: string, folded: FoldedPaths): string | number | null {
  const value = entry.paths[path] ?? null;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value !== "string" || !folded.has(path)) return value as string | number | null;
  return [...foldText(value)].slice(0, 160).join("");
}

function compareSorted(a: string | number | null, b: string | number | null, descending: boolean): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  const order = typeof a === "number" && typeof b === "number" ? a - b : byCodePoint(String(a), String(b));
  return descending ? -order : order;
}

function byCodePoint(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const order = left[at]!.codePointAt(0)! - right[at]!.codePointAt(0)!;
    if (order !== 0) return order;
  }
  return left.length - right.length;
}
