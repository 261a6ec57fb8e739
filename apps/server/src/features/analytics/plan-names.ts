import { allNames, type TrackingPlan } from "../tracking-plan/plan.js";

/** A property that had several keys, within the events that carry it. */
export interface RenamedProperty {
  events: string[];
  keys: string[];
}

/** What events and properties are called now, and what they were called when they were recorded. */
export class PlanNames {
  constructor(private readonly plan: TrackingPlan) {}

  /** Every name under which an event may have been recorded. */
  ofEvent(name: string): string[] {
    const event = this.plan.find((candidate) => allNames(candidate).includes(name));
    return event ? allNames(event) : [name];
  }

  /** Old names of events with the present one. */
  get oldEventNames(): [old: string, present: string][] {
    return this.plan.flatMap((event) =>
      allNames(event)
        .slice(1)
        .map((old): [string, string] => [old, event.name]),
    );
  }

  /** Where a property with this key had, or has, other keys too. */
  ofProperty(key: string): RenamedProperty[] {
    return this.plan.flatMap((event) => {
      const property = event.props.find((candidate) => allNames(candidate).includes(key));
      const keys = property ? allNames(property) : [];
      return keys.length > 1 ? [{ events: allNames(event), keys }] : [];
    });
  }
}
