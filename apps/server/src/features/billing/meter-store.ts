import type { OrganizationId } from "@lintel/contract";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../db/database.js";
import { usageCounters } from "../../db/schema/index.js";
import { givingStates, planInForce } from "./plan-in-force.js";
import type { PlanCatalog } from "./plans.js";
import { addUsage } from "./usage.js";
import { monthOf } from "./usage-window.js";

export interface Counted {
  organizationId: OrganizationId;
  amount: number;
}

/** What stands for no cap where a number has to stand: more than will ever be counted. */
const unlimited = Number.MAX_SAFE_INTEGER;

// The caps come along with the counts, so that a plan that changed counts from its commit on. In order of the key, so
// that two statements never wait for each other.
const statement = `
  with asked as (
    select counted.organization_id, counted.amount, coalesce(
      (select offered.cap from unnest($3::text[], $4::bigint[]) as offered(plan, cap)
        join subscriptions on subscriptions.plan = offered.plan
        where subscriptions.organization_id = counted.organization_id and subscriptions.status = any($5::text[])),
      $6::bigint) as cap
    from unnest($1::text[], $2::bigint[]) as counted(organization_id, amount)
  )
  insert into usage_counters as counter (organization_id, feature, window_start, used)
  select organization_id, 'apiRequests', $7::date, amount from asked where amount <= cap order by organization_id
  on conflict (organization_id, feature, window_start) do update
    set used = counter.used + excluded.used
    where counter.used + excluded.used <=
      (select cap from asked where asked.organization_id = counter.organization_id)
  returning organization_id as "organizationId"`;

/**
 * Counts API requests of many organizations at once. Answers with those whose requests all went in; of the others
 * nothing was counted, because not all of theirs would fit below the cap.
 */
export async function countRequests(
  database: Pick<Database, "$client">,
  catalog: PlanCatalog,
  counts: readonly Counted[],
  at: Date,
): Promise<Set<OrganizationId>> {
  const caps = Object.entries(catalog.plans).map(([name, { apiRequests }]) => [
    name,
    apiRequests ?? unlimited,
  ]);
  const { rows } = await database.$client.query<{ organizationId: OrganizationId }>(statement, [
    counts.map(({ organizationId }) => organizationId),
    counts.map(({ amount }) => amount),
    caps.map(([name]) => name),
    caps.map(([, cap]) => cap),
    [...givingStates],
    catalog.named(null).plan.apiRequests ?? unlimited,
    monthOf(at),
  ]);
  return new Set(rows.map(({ organizationId }) => organizationId));
}

export interface UpToCap {
  granted: number;
  plan: string;
  cap: number | null;
  used: number;
}

/** Counts as many as still fit. */
export async function countUpToCap(
  database: Database,
  catalog: PlanCatalog,
  { organizationId, amount }: Counted,
  at: Date,
): Promise<UpToCap> {
  return await database.transaction(async (tx) => {
    const { name, plan } = await planInForce(tx, catalog, organizationId);
    const month = monthOf(at);
    await tx
      .insert(usageCounters)
      .values({ organizationId, feature: "apiRequests", windowStart: month, used: 0 })
      .onConflictDoNothing();
    const [row] = await tx
      .select({ used: usageCounters.used })
      .from(usageCounters)
      .where(
        and(
          eq(usageCounters.organizationId, organizationId),
          eq(usageCounters.feature, "apiRequests"),
          eq(usageCounters.windowStart, month),
        ),
      )
      .for("update");
    const before = row!.used;
    const cap = plan.apiRequests;
    const granted = Math.max(0, Math.min(amount, (cap ?? unlimited) - before));
    await addUsage(tx, organizationId, "apiRequests", at, granted);
    return { granted, plan: name, cap, used: before + granted };
  });
}
