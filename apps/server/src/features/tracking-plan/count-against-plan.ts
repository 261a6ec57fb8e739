import type { OrganizationId } from "@lintel/contract";
import type { Transaction } from "../../db/database.js";
import { type PlannedEvent, type PlannedProperty, validNames } from "./plan.js";
import { readPlan } from "./store.js";
import { type PlanTables, replaceCounts } from "./store-counts.js";

/** An hour of one organization's events. */
interface Hour {
  organizationId: OrganizationId;
  start: Date;
  end: Date;
}

/**
 * Counts what of an hour's events does not fit the plan in force, and who sent what waits to go, and puts that in the
 * place of what was counted before. In the transaction that rolls the hour up, so each event counts once.
 */
export async function countAgainstPlan(tx: Transaction, hour: Hour): Promise<void> {
  const plan = await readPlan(tx, hour.organizationId);
  if (plan.revision > 0) await replaceCounts(tx, hour, tablesOf(plan.events));
}

function tablesOf(plan: readonly PlannedEvent[]): PlanTables {
  const valid = plan.filter((event) => !event.removed);
  return {
    events: valid.flatMap((event) => validNames(event).map((name) => ({ event: event.id, name }))),
    props: valid.flatMap((event) =>
      event.props.flatMap(({ type, options, ...property }) =>
        validNames(property).map((key) => ({ event: event.id, key, type, options })),
      ),
    ),
    required: valid.flatMap((event) =>
      event.props
        .filter((property) => property.required && !property.deleted)
        .map((property) => ({ event: event.id, key: property.name, keys: validNames(property) })),
    ),
    waiting: valid.flatMap((event) => [
      ...waitingNames(event).map((name) => ({ event: event.id, property: "" as const, name })),
      ...event.props.flatMap((property) =>
        waitingNames(property).map((name) => ({ event: event.id, property: property.id, name })),
      ),
    ]),
  };
}

const waitingNames = ({ name, aliases, deleted, removed }: PlannedEvent | PlannedProperty): string[] =>
  removed ? [] : [...(deleted ? [name] : []), ...aliases.map((alias) => alias.name)];
