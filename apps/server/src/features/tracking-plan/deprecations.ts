import type { PlannedEventId, PlannedPropertyId } from "@lintel/contract";
import type { Planned, TrackingPlan } from "./plan.js";

/** A name of the plan that waits to go. Each has one open Action. */
export interface Deprecation {
  reason: "deleted" | "renamed";
  eventId: PlannedEventId;
  propertyId: PlannedPropertyId | null;
  name: string;
}

const identityOf = ({ reason, eventId, propertyId, name }: Deprecation): string =>
  JSON.stringify([reason, eventId, propertyId, name]);

function deprecationsOf(plan: TrackingPlan): Deprecation[] {
  return plan.flatMap((event) =>
    event.removed
      ? []
      : [
          ...ofThing(event).map((one) => ({ ...one, eventId: event.id, propertyId: null })),
          ...event.props.flatMap((property) =>
            ofThing(property).map((one) => ({ ...one, eventId: event.id, propertyId: property.id })),
          ),
        ],
  );
}

function ofThing({ name, aliases, deleted, removed }: Planned) {
  if (removed) return [];
  return [
    ...(deleted ? [{ reason: "deleted" as const, name }] : []),
    ...aliases.map((alias) => ({ reason: "renamed" as const, name: alias.name })),
  ];
}

/** Which Actions a change of the plan opens, and which lose their reason. */
export function compareDeprecations(before: TrackingPlan, after: TrackingPlan) {
  const [was, is] = [deprecationsOf(before), deprecationsOf(after)];
  const [waiting, remaining] = [new Set(was.map(identityOf)), new Set(is.map(identityOf))];
  return {
    opened: is.filter((one) => !waiting.has(identityOf(one))),
    closed: was.filter((one) => !remaining.has(identityOf(one))),
  };
}
