import type { Billing, OrganizationId } from "@lintel/contract";
import type { Queries } from "../../db/database.js";
import { storedBytes } from "../assets/stored-bytes.js";
import { countMembers } from "../members/count-members.js";
import { planOf } from "./plan-in-force.js";
import type { PlanCatalog } from "./plans.js";
import { findSubscription, readCounters } from "./store.js";
import { endOfMonth, monthOf } from "./usage-window.js";

/** What an organization has, and how much of it is used. */
export async function readBilling(
  queries: Queries,
  catalog: PlanCatalog,
  organizationId: OrganizationId,
  at: Date,
): Promise<Billing> {
  const subscription = await findSubscription(queries, organizationId);
  const { name, plan } = planOf(catalog, subscription);
  const members = await countMembers(queries, organizationId);
  const storage = await storedBytes(queries, organizationId);
  const { apiRequests = 0, events = 0 } = await readCounters(queries, organizationId, monthOf(at));
  const subscribed = subscription?.stripeSubscriptionId ? subscription : undefined;
  return {
    plan: name,
    status: subscribed?.status ?? "active",
    seats: subscribed?.seats ?? plan.members ?? members,
    periodEnd: (subscribed?.periodEnd ?? endOfMonth(at)).toISOString(),
    cancelAtPeriodEnd: subscribed?.cancelAtPeriodEnd ?? false,
    usage: [
      { feature: "members", used: members, cap: plan.members, window: "total" },
      { feature: "apiRequests", used: apiRequests, cap: plan.apiRequests, window: "month" },
      { feature: "storage", used: storage, cap: plan.storage, window: "total" },
      { feature: "events", used: events, cap: plan.events, window: "month" },
    ],
  };
}
