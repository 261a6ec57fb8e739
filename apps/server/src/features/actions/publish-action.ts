import type { PublicAction } from "@lintel/contract/management";
import { type ApiError, notFound } from "../../api/api-error.js";
import type { Model } from "../model/model.js";
import type { PlannedEvent, TrackingPlan } from "../tracking-plan/plan.js";
import type { ActionRow } from "./store.js";

export const noAction = (id: string): ApiError => notFound(`No Action "${id}" in this organization.`);

/** An Action as people read it. The subject of a completed one may be gone from the model. */
export function publishAction(model: Model, plan: TrackingPlan, row: ActionRow): PublicAction {
  const event = plan.find((candidate) => candidate.id === row.plannedEventId);
  return {
    id: row.id,
    subject: row.subject,
    reason: row.reason,
    typeId: row.typeId,
    fieldId: row.fieldId,
    event: event?.name ?? null,
    name: row.name,
    summary: row.plannedEventId ? summarisePlanned(event, row) : summarise(model, row),
    at: row.at.toISOString(),
    by: row.byName,
    note: row.note,
    state: row.state,
    closedAt: row.closedAt?.toISOString() ?? null,
    closedBy: row.closedByName,
  };
}

function summarise(model: Model, row: ActionRow): string {
  if (row.state === "withdrawn") return summariseWithdrawn(row);
  const { subject, reason, typeId, fieldId, name } = row;
  const type = typeId ? model.typeById.get(typeId) : undefined;
  const field = type?.fields.find((candidate) => candidate.id === fieldId);
  const of = type ? ` of "${type.slug}"` : "";
  if (subject === "field") {
    return reason === "deleted"
      ? `The field "${name}"${of} was deleted. Readers keep getting the last values until someone completes the Action.`
      : `The key "${name}"${of} was renamed${field ? ` to "${field.key}"` : ""}. Readers keep getting the live value under both until someone completes the Action.`;
  }
  return reason === "deleted"
    ? `The content type "${name}" was deleted. Readers keep getting its entries until someone completes the Action.`
    : `The slug "${name}" was renamed${type ? ` to "${type.slug}"` : ""}. Both go on answering until someone completes the Action.`;
}

function summarisePlanned(event: PlannedEvent | undefined, row: ActionRow): string {
  if (row.state === "withdrawn") return summariseWithdrawn(row);
  const { subject, reason, name, plannedPropertyId } = row;
  const property = event?.props.find((candidate) => candidate.id === plannedPropertyId);
  const what =
    subject === "event"
      ? `The event "${name}"`
      : `The property "${name}"${event ? ` of "${event.name}"` : ""}`;
  const now = subject === "event" ? event : property;
  return reason === "deleted"
    ? `${what} left the tracking plan. It stays valid until someone completes the Action; what was recorded stays.`
    : `${what} was renamed${now ? ` to "${now.name}"` : ""}. Both names are valid until someone completes the Action; what was recorded reads under the new one.`;
}

const summariseWithdrawn = ({ reason, name }: ActionRow): string =>
  reason === "deleted"
    ? `The deletion of "${name}" was taken back.`
    : `"${name}" became the canonical name again.`;
