import type { EntryId, OrganizationId } from "@lintel/contract";
import { and, desc, eq, getTableColumns, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Queries } from "../../db/database.js";
import { entryVersions, users } from "../../db/schema/index.js";
import type { Change } from "../changes/change.js";
import type { EntryState } from "./entry-state.js";

type VersionKind = (typeof entryVersions.$inferSelect)["kind"];

const isVersion = (organizationId: OrganizationId, entryId: EntryId, version: number) =>
  and(
    eq(entryVersions.organizationId, organizationId),
    eq(entryVersions.entryId, entryId),
    eq(entryVersions.version, version),
  );

/** How long a run of edits by one person goes on as one version. */
const runSeconds = 60;

/**
 * Folds the last version when it belongs to the same run of edits: the next takes its place in the history. Says what
 * it was and when the run began. The row stays for a day, so that a writer who read it learns what changed since.
 */
export async function foldLastVersion(change: Change, entryId: EntryId, lastVersion: number) {
  const { tx, organizationId, actor, at } = change;
  const [row] = await tx
    .update(entryVersions)
    .set({ folded: true })
    .where(
      and(
        isVersion(organizationId, entryId, lastVersion),
        inArray(entryVersions.kind, ["created", "updated"]),
        actor.userId ? eq(entryVersions.by, actor.userId) : isNull(entryVersions.by),
        sql`${entryVersions.at} > ${new Date(at.getTime() - runSeconds * 1_000).toISOString()}::timestamptz`,
      ),
    )
    .returning({ kind: entryVersions.kind, at: entryVersions.at });
  return row;
}

export async function insertVersion(
  change: Change,
  entryId: EntryId,
  version: number,
  kind: VersionKind,
  state: EntryState,
  at = change.at,
) {
  const { slug, title, values, documents } = state;
  const { organizationId, actor } = change;
  await change.tx
    .insert(entryVersions)
    .values({ organizationId, entryId, version, kind, slug, title, values, documents, at, by: actor.userId });
}

const versionsWithPeople = (queries: Queries) =>
  queries
    .select({ ...getTableColumns(entryVersions), byName: users.name })
    .from(entryVersions)
    .leftJoin(users, eq(users.id, entryVersions.by));

export type VersionRow = Awaited<ReturnType<typeof versionsWithPeople>>[number];

export async function readVersion(
  queries: Queries,
  organizationId: OrganizationId,
  entryId: EntryId,
  version: number,
) {
  const [row] = await versionsWithPeople(queries).where(isVersion(organizationId, entryId, version));
  return row;
}

export function listVersions(
  queries: Queries,
  organizationId: OrganizationId,
  entryId: EntryId,
  page: { limit: number; before?: number | undefined },
) {
  return versionsWithPeople(queries)
    .where(
      and(
        eq(entryVersions.organizationId, organizationId),
        eq(entryVersions.entryId, entryId),
        eq(entryVersions.folded, false),
        page.before === undefined ? undefined : lt(entryVersions.version, page.before),
      ),
    )
    .orderBy(desc(entryVersions.version))
    .limit(page.limit + 1);
}

/** Removes folded versions that nobody can still be editing from; says how many. */
export async function purgeFoldedVersions(queries: Queries, before: Date): Promise<number> {
  const { rowCount } = await queries
    .delete(entryVersions)
    .where(and(eq(entryVersions.folded, true), lt(entryVersions.at, before)));
  return rowCount ?? 0;
}
