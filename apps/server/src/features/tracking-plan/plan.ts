import type { PlannedEventId, PlannedPropertyId, PlannedType } from "@lintel/contract";

/** Since when something is as it is, and by whom: the name of the API key that published it. */
export interface Stamp {
  at: string;
  by: string;
}

export interface OldName extends Stamp {
  name: string;
}

/** What events and properties have in common: names that mean one thing for ever. */
export interface Planned {
  id: string;
  name: string;
  /** Old names that are still valid. Each has an open Action. */
  aliases: OldName[];
  /** Old names whose Action was completed: no longer valid, but what was recorded under them is read as this. */
  retired: string[];
  /** Since when it is missing from the plan; its Action is open unless it is `removed`. */
  deleted: Stamp | null;
  /** Its deletion was completed. It is remembered, so that its old names lead to it and nowhere else. */
  removed: boolean;
}

export interface PlannedProperty extends Planned {
  id: PlannedPropertyId;
  type: PlannedType;
  options: string[];
  required: boolean;
  description: string | null;
}

export interface PlannedEvent extends Planned {
  id: PlannedEventId;
  description: string | null;
  props: PlannedProperty[];
}

export type TrackingPlan = PlannedEvent[];

export interface PlanInForce {
  revision: number;
  publishedAt: Date | null;
  events: TrackingPlan;
}

/** The names that are valid on ingest. */
export const validNames = ({ name, aliases, removed }: Planned): string[] =>
  removed ? [] : [name, ...aliases.map((alias) => alias.name)];

/** Every name under which its history may have been recorded. */
export const allNames = ({ name, aliases, retired }: Planned): string[] => [
  name,
  ...aliases.map((alias) => alias.name),
  ...retired,
];
