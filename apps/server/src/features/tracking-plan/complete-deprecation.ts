import type { Change } from "../changes/change.js";
import { compareDeprecations, type Deprecation } from "./deprecations.js";
import type { Planned, TrackingPlan } from "./plan.js";
import { closeActions, readPlan, writePlan } from "./store.js";

/**
 * Takes a name out of the plan in force: events that still come with it count as unplanned from then on. What was
 * recorded stays, and is read under the name that is planned.
 */
export async function completeDeprecation(change: Change, deprecation: Deprecation): Promise<void> {
  const before = await readPlan(change.tx, change.organizationId);
  const { eventId, propertyId } = deprecation;
  const plan = before.events.map((event) => {
    if (event.id !== eventId) return event;
    if (propertyId === null) return without(event, deprecation);
    const props = event.props.map((property) =>
      property.id === propertyId ? without(property, deprecation) : property,
    );
    return { ...event, props };
  }) satisfies TrackingPlan;
  await closeActions(change, compareDeprecations(before.events, plan).closed, "completed");
  await writePlan(change, before.revision + 1, plan);
}

function without<T extends Planned>(thing: T, { reason, name }: Deprecation): T {
  if (reason === "renamed")
    return {
      ...thing,
      aliases: thing.aliases.filter((alias) => alias.name !== name),
      retired: [...thing.retired, name],
    };
  return {
    ...thing,
    aliases: [],
    retired: [...thing.retired, ...thing.aliases.map((alias) => alias.name)],
    removed: true,
  };
}
