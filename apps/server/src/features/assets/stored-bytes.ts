import type { OrganizationId } from "@lintel/contract";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Queries } from "../../db/database.js";
import { assets } from "../../db/schema/index.js";

/** Bytes of an organization's files. What is deleted does not count, though it can be brought back for 30 days. */
export async function storedBytes(queries: Queries, organizationId: OrganizationId): Promise<number> {
  const [row] = await queries
    .select({ bytes: sql<string>`coalesce(sum(${assets.size}), 0)` })
    .from(assets)
    .where(and(eq(assets.organizationId, organizationId), isNull(assets.deletedAt)));
  return Number(row!.bytes);
}
