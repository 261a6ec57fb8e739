import type { PublicAction } from "@lintel/contract/management";
import { type ApiError, notFound } from "../../api/api-error.js";
import type { Model } from "../model/model.js";
import type { ActionRow } from "./store.js";

export const noAction = (id: string): ApiError => notFound(`No Action "${id}" in this organization.`);

/** An Action as people read it. The subject of a completed one may be gone from the model. */
export function publishAction(model: Model, row: ActionRow): PublicAction {
  return {
    id: row.id,
    subject: row.subject,
    reason: row.reason,
    typeId: row.typeId,
    fieldId: row.fieldId,
    name: row.name,
    summary: summarise(model, row),
    at: row.at.toISOString(),
    by: row.byName,
    note: row.note,
    state: row.state,
    closedAt: row.closedAt?.toISOString() ?? null,
    closedBy: row.closedByName,
  };
}

function summarise(model: Model, { subject, reason, typeId, fieldId, name, state }: ActionRow): string {
  if (state === "withdrawn") {
    return reason === "deleted"
      ? `The deletion of "${name}" was taken back.`
      : `"${name}" became the canonical name again.`;
  }
  const type = model.typeById.get(typeId);
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
