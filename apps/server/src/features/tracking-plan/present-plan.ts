import type { Deprecated, PublicTrackingPlan } from "@lintel/contract";
import type { PlanInForce, Planned, PlannedEvent, PlannedProperty } from "./plan.js";

/** The plan as readers get it: what lives first, then what waits to go, each old name as a thing of its own. */
export function presentPlan({ revision, publishedAt, events }: PlanInForce): PublicTrackingPlan {
  return {
    revision,
    publishedAt: publishedAt?.toISOString() ?? null,
    events: liveFirst(events.flatMap(presentEvent)),
  };
}

function presentEvent(event: PlannedEvent) {
  const props = liveFirst(event.props.flatMap(presentProperty));
  return names(event).map((named) => ({ ...named, description: event.description, props }));
}

function presentProperty(property: PlannedProperty) {
  const { type, options, required, description } = property;
  return names(property).map(({ name, ...deprecated }) => ({
    key: name,
    type,
    options,
    required,
    description,
    ...deprecated,
  }));
}

function names({ name, aliases, deleted, removed }: Planned): { name: string; deprecated?: Deprecated }[] {
  if (removed) return [];
  return [
    { name, ...(deleted && { deprecated: { reason: "deleted" as const, at: deleted.at, by: deleted.by } }) },
    ...aliases.map((alias) => ({
      name: alias.name,
      deprecated: { reason: "renamed" as const, at: alias.at, by: alias.by, renamedTo: name },
    })),
  ];
}

function liveFirst<T extends { deprecated?: Deprecated }>(items: T[]): T[] {
  return [...items.filter((item) => !item.deprecated), ...items.filter((item) => item.deprecated)];
}
