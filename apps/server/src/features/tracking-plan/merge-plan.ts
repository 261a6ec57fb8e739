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
    before,
    published.events,
    (index, member) => `events[${index}].${member}`,
  );
  const events = published.events.map((wanted, index) => {
    const { known, absorbed } = matches[index]!;
    const event = renamed(joined(known ?? newEvent(wanted), absorbed, stamp), wanted, stamp);
    const props = mergeProps(known?.props ?? [], wanted.props, stamp, `events[${index}]`, issues);
    return {
      ...event,
      description: wanted.description ?? null,
      props: withAbsorbed(props, absorbed?.props ?? [], stamp),
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
  const found = matchNames(before, named, (index, member) =>
    member === "name" ? `${path}.props[${index}].key` : `${path}.props[${index}].${member}`,
  );
  issues.push(...found.issues);
  const props = wanted.map((property, index): PlannedProperty => {
    const { known, absorbed } = found.matches[index]!;
    return {
      ...renamed(joined(known ?? newProperty(property), absorbed, stamp), named[index]!, stamp),
      type: property.type,
      options: property.options ?? [],
      required: property.required,
      description: property.description ?? null,
    };
  });
  return [...props, ...leftOut(before, found.matches, stamp)];
}

const unnamed = { aliases: [], retired: [], deleted: null, removed: false };

const newEvent = ({ name }: PublishedEvent): PlannedEvent => ({
  id: newId("plannedEvent"),
  name,
  ...unnamed,
  description: null,
  props: [],
});

const newProperty = ({ key, type, required }: PublishedProperty): PlannedProperty => ({
  id: newId("plannedProperty"),
  name: key,
  ...unnamed,
  type,
  options: [],
  required,
  description: null,
});

/** One thing with the names of two. */
function joined<T extends Planned>(thing: T, absorbed: Planned | undefined, stamp: Stamp): T {
  if (!absorbed) return thing;
  const names = [absorbed.name, ...absorbed.aliases.map((alias) => alias.name)];
  return {
    ...thing,
    aliases: [...thing.aliases, ...names.map((name) => ({ name, ...stamp }))],
    retired: [...thing.retired, ...absorbed.retired],
  };
}

/** What the absorbed event carried and the plan does not name is deleted, as if it had been this event's. */
function withAbsorbed(
  props: PlannedProperty[],
  absorbed: readonly PlannedProperty[],
  stamp: Stamp,
): PlannedProperty[] {
  const taken = new Set(
    props.flatMap((prop) => [prop.name, ...prop.aliases.map(({ name }) => name), ...prop.retired]),
  );
  const rest = absorbed.filter(
    ({ name, aliases, retired }) =>
      ![name, ...retired, ...aliases.map((alias) => alias.name)].some((one) => taken.has(one)),
  );
  return [...props, ...rest.map((prop) => ({ ...prop, deleted: prop.deleted ?? stamp }))];
}

function leftOut<T extends Planned>(before: readonly T[], matches: readonly Match<T>[], stamp: Stamp): T[] {
  const found = new Set(matches.flatMap(({ known, absorbed }) => [known, absorbed]));
  return before
    .filter((thing) => !found.has(thing))
    .map((thing) => ({ ...thing, deleted: thing.deleted ?? stamp }));
}
