import type { OrganizationId } from "@lintel/contract";
import { and, eq, isNull } from "drizzle-orm";
import type { Queries } from "../../db/database.js";
import { newId } from "../../db/new-id.js";
import { actions, trackingPlans } from "../../db/schema/index.js";
import type { Change } from "../changes/change.js";
import type { Deprecation } from "./deprecations.js";
import type { PlanInForce, TrackingPlan } from "./plan.js";

export async function readPlan(queries: Queries, organizationId: OrganizationId): Promise<PlanInForce> {
  const [row] = await queries
    .select()
    .from(trackingPlans)
    .where(eq(trackingPlans.organizationId, organizationId));
  if (!row) return { revision: 0, publishedAt: null, events: [] };
  // Written by this feature only, through the contract's schema.
  return { revision: row.revision, publishedAt: row.publishedAt, events: row.events as TrackingPlan };
}

export async function writePlan(
  change: Change,
  revision: number,
  events: TrackingPlan,
): Promise<PlanInForce> {
  const { tx, organizationId, at } = change;
  const row = { revision, publishedAt: at, events };
  await tx
    .insert(trackingPlans)
    .values({ organizationId, ...row })
    .onConflictDoUpdate({ target: trackingPlans.organizationId, set: row });
  return row;
}

export async function openActions(
  { tx, organizationId, at, actor }: Change,
  deprecations: readonly Deprecation[],
  note: string,
): Promise<void> {
  if (deprecations.length === 0) return;
  await tx.insert(actions).values(
    deprecations.map(({ reason, eventId, propertyId, name }) => ({
      organizationId,
      id: newId("action"),
      subject: propertyId ? ("property" as const) : ("event" as const),
      reason,
      plannedEventId: eventId,
      plannedPropertyId: propertyId,
      name,
      at,
      by: actor.userId,
      note,
      state: "open" as const,
    })),
  );
}

export async function closeActions(
  { tx, organizationId, at, actor }: Change,
  deprecations: readonly Deprecation[],
  state: "completed" | "withdrawn",
): Promise<void> {
  for (const { reason, eventId, propertyId, name } of deprecations)
    await tx
      .update(actions)
      .set({ state, closedAt: at, closedBy: actor.userId })
      .where(
        and(
          eq(actions.organizationId, organizationId),
          eq(actions.plannedEventId, eventId),
          propertyId ? eq(actions.plannedPropertyId, propertyId) : isNull(actions.plannedPropertyId),
          eq(actions.reason, reason),
          eq(actions.name, name),
          eq(actions.state, "open"),
        ),
      );
}
