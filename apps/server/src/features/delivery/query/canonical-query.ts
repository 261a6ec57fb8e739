import type { Condition, ContentQuery, Includes } from "./content-query.js";
import { nameOf } from "./parse-sort.js";

type Asked = Pick<ContentQuery, "keys" | "include" | "where" | "sort" | "search">;

/** One spelling for all queries that ask for the same: by ids where keys have aliases, in one order. */
export function canonicalQuery({ keys, include, where, sort, search }: Asked): string {
  return JSON.stringify([
    keys && [...keys].sort(),
    includePaths(include, "").sort(),
    where.map(spellCondition).sort(),
    sort.map(({ path, descending }) => (descending ? `-${nameOf(path)}` : nameOf(path))),
    search,
  ]);
}

function spellCondition({ path, test, negated }: Condition): string {
  const place = path.of === "target" ? [path.field.id, path.column] : [nameOf(path)];
  return JSON.stringify([...place, negated, test]);
}

function includePaths(include: Includes, before: string): string[] {
  return [...include.values()].flatMap(({ field, within }) => {
    const path = `${before}${field.id}`;
    return [path, ...includePaths(within, `${path}.`)];
  });
}
