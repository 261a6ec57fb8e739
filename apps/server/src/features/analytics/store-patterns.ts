import type { ContentTypeId, EntryId, OrganizationId } from "@lintel/contract";
import { and, eq } from "drizzle-orm";
import type { Queries } from "../../db/database.js";
import { entries, pagePatterns } from "../../db/schema/index.js";
import type { Change } from "../changes/change.js";

const ofType = (organizationId: OrganizationId, typeId: ContentTypeId) =>
  and(eq(pagePatterns.organizationId, organizationId), eq(pagePatterns.typeId, typeId));

export async function readPattern(
  queries: Queries,
  organizationId: OrganizationId,
  typeId: ContentTypeId,
): Promise<string | null> {
  const [row] = await queries.select().from(pagePatterns).where(ofType(organizationId, typeId));
  return row?.pattern ?? null;
}

export async function writePattern(
  { tx, organizationId }: Change,
  typeId: ContentTypeId,
  pattern: string | null,
): Promise<void> {
  if (pattern === null) await tx.delete(pagePatterns).where(ofType(organizationId, typeId));
  else
    await tx
      .insert(pagePatterns)
      .values({ organizationId, typeId, pattern })
      .onConflictDoUpdate({ target: [pagePatterns.organizationId, pagePatterns.typeId], set: { pattern } });
}

/** An entry's slug and the pattern of its type. */
export async function findPlace(queries: Queries, organizationId: OrganizationId, id: EntryId) {
  const [row] = await queries
    .select({ slug: entries.slug, pattern: pagePatterns.pattern })
    .from(entries)
    .leftJoin(
      pagePatterns,
      and(eq(pagePatterns.organizationId, entries.organizationId), eq(pagePatterns.typeId, entries.typeId)),
    )
    .where(and(eq(entries.organizationId, organizationId), eq(entries.id, id)));
  return row;
}
