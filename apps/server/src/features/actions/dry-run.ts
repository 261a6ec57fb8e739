import type { ActionDryRun } from "@lintel/contract/management";
import type { Queries } from "../../db/database.js";
import { fieldTypeOf } from "../../field-types/registry.js";
import type { Model, ModelField, ModelType } from "../model/model.js";
import { type PlanInForce, validNames } from "../tracking-plan/plan.js";
import { type ActionRow, countType, countValues } from "./store.js";

/** What completing an open Action would take away, and what is in its way. */
export async function dryRun(queries: Queries, model: Model, action: ActionRow): Promise<ActionDryRun> {
  const nothing = { entries: 0, versions: 0, references: 0, names: [action.name], blockedBy: [] };
  if (action.reason === "renamed") return nothing;
  const { type, field } = subjectOf(model, action);
  if (field) {
    const counted = await countValues(queries, model.organizationId, field.id, fieldTypeOf(field).storage);
    return { ...nothing, ...counted, names: [field.key, ...field.aliases.map((alias) => alias.name)] };
  }
  return {
    ...nothing,
    ...(await countType(queries, model.organizationId, type.id)),
    names: [type.slug, ...type.aliases.map((alias) => alias.name)],
    blockedBy: fieldsThatPointTo(model, type),
  };
}

/** What an open Action is about is in the model, always: only completing it takes it out. */
export function subjectOf(
  model: Model,
  action: ActionRow,
): { type: ModelType; field: ModelField | undefined } {
  const type = model.typeById.get(action.typeId!)!;
  return { type, field: type.fields.find((candidate) => candidate.id === action.fieldId) };
}

/** The same of what the tracking plan names: nothing that was recorded goes with it. */
export function dryRunOfPlan({ events }: PlanInForce, action: ActionRow): ActionDryRun {
  const nothing = { entries: 0, versions: 0, references: 0, blockedBy: [] };
  const event = events.find((candidate) => candidate.id === action.plannedEventId);
  const thing = action.plannedPropertyId
    ? event?.props.find((candidate) => candidate.id === action.plannedPropertyId)
    : event;
  return { ...nothing, names: action.reason === "deleted" && thing ? validNames(thing) : [action.name] };
}

function fieldsThatPointTo(model: Model, target: ModelType): string[] {
  return model.types
    .filter((type) => type.id !== target.id)
    .flatMap((type) =>
      type.fields
        .filter((field) => field.config.target === target.id)
        .map((field) =>
          field.deleted
            ? `Complete the deletion of "${field.key}" of "${type.slug}", which points to "${target.slug}".`
            : `Delete the field "${field.key}" of "${type.slug}", which points to "${target.slug}", and complete its deletion.`,
        ),
    );
}
