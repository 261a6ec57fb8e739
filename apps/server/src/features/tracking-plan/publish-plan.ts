import { isDeepStrictEqual } from "node:util";
import type { OrganizationId, PublishedPlan } from "@lintel/contract";
import { badRequest } from "../../api/api-error.js";
import type { Actor, RunChange } from "../changes/change.js";
import { compareDeprecations } from "./deprecations.js";
import { mergePlan } from "./merge-plan.js";
import type { PlanInForce } from "./plan.js";
import { closeActions, openActions, readPlan, writePlan } from "./store.js";

/** Publishes a plan. What is missing or renamed opens an Action; what came back withdraws its own. */
export function publishPlan(
  runChange: RunChange,
  organizationId: OrganizationId,
  actor: Actor,
  key: { id: string; name: string },
  published: PublishedPlan,
): Promise<PlanInForce & { changed: boolean }> {
  return runChange(organizationId, actor, "exclusive", async (change) => {
    const before = await readPlan(change.tx, organizationId);
    const stamp = { at: change.at.toISOString(), by: key.name };
    const { plan, issues } = mergePlan(before.events, published, stamp);
    if (issues.length > 0) throw badRequest(issues);
    if (before.revision > 0 && isDeepStrictEqual(plan, before.events)) return { ...before, changed: false };

    const { opened, closed } = compareDeprecations(before.events, plan);
    await openActions(change, opened, `Published with the API key "${key.name}".`);
    await closeActions(change, closed, "withdrawn");
    const written = await writePlan(change, before.revision + 1, plan);
    change.audit("trackingPlan.published", organizationId, {
      key: key.id,
      revision: written.revision,
      events: published.events.length,
      actionsOpened: opened.length,
      actionsWithdrawn: closed.length,
    });
    return { ...written, changed: true };
  });
}
