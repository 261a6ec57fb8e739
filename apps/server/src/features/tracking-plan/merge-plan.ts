import type { Issue, PublishedEvent, PublishedPlan, PublishedProperty } from "@lintel/contract";
import { newId } from "../../db/new-id.js";
import { type Match, matchNames, renamed } from "./match-names.js";
import type { Planned, PlannedEvent, PlannedProperty, Stamp, TrackingPlan } from "./plan.js";

/**
 * What the plan in force becomes with a newly published one. Nothing is forgotten: what is missing is deleted, what
 * has a new name keeps the old one, and what comes back is what it was.
 */
export function mergePlan(
  before: TrackingPlan,
  published: PublishedPlan,
  stamp: Stamp,
): { plan: TrackingPlan; issues: Issue[] } {
  const { matches, issues } = matchNames(
    "event",
    before,
    published.events,
    (index, member) => `events[${index}].${member}`,
  );
  const events = published.events.map((wanted, index) => {
    const { known } = matches[index]!;
    return {
      ...renamed(known ?? newEvent(wanted), wanted.name, stamp),
      description: wanted.description ?? null,
      props: mergeProps(known?.props ?? [], wanted.props, stamp, `events[${index}]`, issues),
    };
  });
  return { plan: [...events, ...leftOut(before, matches, stamp)], issues };
}

function mergeProps(
  before: readonly PlannedProperty[],
  wanted: readonly PublishedProperty[],
  stamp: Stamp,
  path: string,
  issues: Issue[],
): PlannedProperty[] {
  const named = wanted.map(({ key, renamedFrom }) => ({ name: key, renamedFrom }));
  const found = matchNames("property", before, named, (index, member) =>
    member === "name" ? `${path}.props[${index}].key` : `${path}.props[${index}].${member}`,
  );
  issues.push(...found.issues);
  const props = wanted.map(
    (property, index): PlannedProperty => ({
      ...renamed(found.matches[index]!.known ?? newProperty(property), property.key, stamp),
      type: property.type,
      options: property.options ?? [],
      required: property.required,
      description: property.description ?? null,
    }),
  );
  return [...props, ...leftOut(before, found.matches, stamp)];
}

const unnamed = { aliases: [], deleted: null, removed: false };

/** A first plan may come with an old name: a rename that was completed elsewhere, before it came here. */
const retiredOf = (renamedFrom: string | undefined): string[] =>
  renamedFrom === undefined ? [] : [renamedFrom];

const newEvent = ({ name, renamedFrom }: PublishedEvent): PlannedEvent => ({
  id: newId("plannedEvent"),
  name,
  ...unnamed,
  retired: retiredOf(renamedFrom),
  description: null,
  props: [],
});

const newProperty = ({ key, type, required, renamedFrom }: PublishedProperty): PlannedProperty => ({
  id: newId("plannedProperty"),
  name: key,
  ...unnamed,
  retired: retiredOf(renamedFrom),
  type,
  options: [],
  required,
  description: null,
});

function leftOut<T extends Planned>(before: readonly T[], matches: readonly Match<T>[], stamp: Stamp): T[] {
  const found = new Set(matches.map(({ known }) => known));
  return before
    .filter((thing) => !found.has(thing))
    .map((thing) => ({ ...thing, deleted: thing.deleted ?? stamp }));
}
