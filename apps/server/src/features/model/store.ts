import type { OrganizationId } from "@lintel/contract";
import { and, asc, desc, eq, getTableColumns, lt, sql } from "drizzle-orm";
import type { Queries } from "../../db/database.js";
import {
  contentTypes,
  fieldKeys,
  fields,
  modelChanges,
  revisions,
  typeSlugs,
  users,
} from "../../db/schema/index.js";

export type ModelRows = Awaited<ReturnType<typeof readModelRows>>;
export type TypeRow = ModelRows["types"][number];
export type TypeSlugRow = ModelRows["typeSlugs"][number];
export type FieldRow = ModelRows["fields"][number];
export type FieldKeyRow = ModelRows["fieldKeys"][number];

/**
 * All rows of a model. The revision is read first: a change that commits in between makes the rows newer than
 * the revision says, and the signal of that change has the model read again.
 */
export async function readModelRows(queries: Queries, organizationId: OrganizationId) {
  const [revision] = await queries
    .select({ model: revisions.model })
    .from(revisions)
    .where(eq(revisions.organizationId, organizationId));
  const types = await queries
    .select({ ...getTableColumns(contentTypes), deletedByName: users.name })
    .from(contentTypes)
    .leftJoin(users, eq(users.id, contentTypes.deletedBy))
    .where(eq(contentTypes.organizationId, organizationId))
    .orderBy(asc(contentTypes.position), asc(contentTypes.id));
  const slugs = await queries
    .select({ ...getTableColumns(typeSlugs), byName: users.name })
    .from(typeSlugs)
    .leftJoin(users, eq(users.id, typeSlugs.by))
    .where(eq(typeSlugs.organizationId, organizationId))
    .orderBy(asc(typeSlugs.since), asc(typeSlugs.slug));
  const fieldRows = await queries
    .select({ ...getTableColumns(fields), deletedByName: users.name })
    .from(fields)
    .leftJoin(users, eq(users.id, fields.deletedBy))
    .where(eq(fields.organizationId, organizationId))
    .orderBy(asc(fields.position), asc(fields.id));
  const keys = await queries
    .select({ ...getTableColumns(fieldKeys), byName: users.name })
    .from(fieldKeys)
    .leftJoin(users, eq(users.id, fieldKeys.by))
    .where(eq(fieldKeys.organizationId, organizationId))
    .orderBy(asc(fieldKeys.since), asc(fieldKeys.key));
  return { revision: revision?.model ?? 0, types, typeSlugs: slugs, fields: fieldRows, fieldKeys: keys };
}

/** A place in the history that counts through the changes of one revision: fewer than 1,024 each. */
const place = sql<number>`${modelChanges.revision} * 1024 + ${modelChanges.ordinal}`;

export const historyPlace = (row: { revision: number; ordinal: number }) => row.revision * 1024 + row.ordinal;

/** The history of the model, newest first, one row more than the limit. */
export function listModelChanges(
  queries: Queries,
  organizationId: OrganizationId,
  page: { limit: number; before?: number | undefined },
) {
  return queries
    .select({ ...getTableColumns(modelChanges), byName: users.name })
    .from(modelChanges)
    .leftJoin(users, eq(users.id, modelChanges.by))
    .where(
      and(
        eq(modelChanges.organizationId, organizationId),
        page.before === undefined ? undefined : lt(place, page.before),
      ),
    )
    .orderBy(desc(modelChanges.revision), desc(modelChanges.ordinal))
    .limit(page.limit + 1);
}
