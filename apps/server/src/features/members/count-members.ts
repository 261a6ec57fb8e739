import type { OrganizationId } from "@lintel/contract";
import { and, count, eq, isNull } from "drizzle-orm";
import type { Queries } from "../../db/database.js";
import { members } from "../../db/schema/index.js";

/** How many belong to an organization now. */
export async function countMembers(queries: Queries, organizationId: OrganizationId): Promise<number> {
  const [row] = await queries
    .select({ present: count() })
    .from(members)
    .where(and(eq(members.organizationId, organizationId), isNull(members.removedAt)));
  return row!.present;
}
