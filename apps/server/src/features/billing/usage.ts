import type { OrganizationId } from "@lintel/contract";
import { sql } from "drizzle-orm";
import type { Queries } from "../../db/database.js";
import { type CountedFeature, usageCounters } from "../../db/schema/index.js";
import { monthOf } from "./usage-window.js";

/**
 * Counts what an organization used, in the month of `at`. Within the transaction of what is counted, the count commits
 * with it or not at all. The counter's row stays locked until then: call this last, and for several organizations in
 * the order of their ids, so that two transactions never wait for each other.
 */
export async function addUsage(
  queries: Queries,
  organizationId: OrganizationId,
  feature: CountedFeature,
  at: Date,
  amount: number,
): Promise<void> {
  if (amount === 0) return;
  await queries
    .insert(usageCounters)
    .values({ organizationId, feature, windowStart: monthOf(at), used: amount })
    .onConflictDoUpdate({
      target: [usageCounters.organizationId, usageCounters.feature, usageCounters.windowStart],
      set: { used: sql`${usageCounters.used} + excluded.used` },
    });
}
