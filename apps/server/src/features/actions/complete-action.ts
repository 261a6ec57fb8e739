import { type ActionId, mostListed, type OrganizationId } from "@lintel/contract";
import type { ActionDryRun } from "@lintel/contract/management";
import { conflict } from "../../api/api-error.js";
import { fieldTypeOf } from "../../field-types/registry.js";
import type { Actor, Change, RunChange } from "../changes/change.js";
import { rewriteSearchWords } from "../entries/rewrite-search-words.js";
import { changeModel } from "../model/change-model.js";
import { completeDeprecation } from "../tracking-plan/complete-deprecation.js";
import { readPlanInForce } from "../tracking-plan/read-plan.js";
import { dryRun, dryRunOfPlan, subjectOf } from "./dry-run.js";
import { noAction } from "./publish-action.js";
import {
  type ActionRow,
  closeActions,
  eraseField,
  eraseType,
  readAction,
  retireKeys,
  retireSlugs,
} from "./store.js";

/**
 * Completes an Action. A rename loses its old name; a deletion erases what was deleted, its values, its history
 * and all its names. The names stay on record as retired, so that nothing else can ever answer to them.
 */
export function completeAction(
  runChange: RunChange,
  organizationId: OrganizationId,
  actor: Actor,
  id: ActionId,
): Promise<{ action: ActionRow; erased: ActionDryRun }> {
  return changeModel(runChange, organizationId, actor, async (change, model) => {
    const action = await readAction(change.tx, organizationId, id);
    if (!action) throw noAction(id);
    if (action.state !== "open") throw conflict(`This Action is ${action.state} already.`);
    if (action.plannedEventId) return completePlanned(change, action);
    const erased = await dryRun(change.tx, model, action);
    if (erased.blockedBy.length > 0) {
      throw conflict(`Something else must be done first. ${erased.blockedBy.join(" ")}`, {
        blockedBy: erased.blockedBy,
      });
    }

    const { type, field } = subjectOf(model, action);
    const subject = { typeId: type.id, ...(field && { fieldId: field.id }) };
    if (action.reason === "renamed") {
      await (field ? retireKeys(change, field.id, action.name) : retireSlugs(change, type.id, action.name));
      await closeActions(change, { id });
    } else if (field) {
      await eraseFieldWithWords();
      await retireKeys(change, field.id);
      await closeActions(change, { fieldId: field.id });
    } else {
      await eraseType(change, type.id);
      await retireSlugs(change, type.id);
      await closeActions(change, { typeId: type.id });
    }

    const what = field ? `the field "${field.key}" of "${type.slug}"` : `the type "${type.slug}"`;
    change.modelChanged({
      kind: `${action.subject}.completed`,
      ...subject,
      summary:
        action.reason === "renamed"
          ? `The old name "${action.name}" of ${what} stopped answering.`
          : `The deletion of ${what} was completed: ${erased.entries} entries lost a value or were erased.`,
    });
    if (field) {
      change.event("field.completed", {
        field: { id: field.id, type: type.slug, key: field.key, name: field.name },
        reason: action.reason,
        names: erased.names.slice(0, mostListed),
        entries: erased.entries,
        actionId: id,
      });
    }
    change.audit("action.completed", id, {
      reason: action.reason,
      subject: action.subject,
      name: action.name,
      erased,
    });
    const completed = await readAction(change.tx, organizationId, id);
    return { action: completed!, erased };

    async function eraseFieldWithWords() {
      if (!field) return;
      await rewriteSearchWords(change, type, field);
      await eraseField(change, field.id, fieldTypeOf(field).storage);
    }
  });
}

async function completePlanned(change: Change, action: ActionRow) {
  const { id, plannedEventId, plannedPropertyId, reason, subject, name } = action;
  const erased = dryRunOfPlan(await readPlanInForce(change.tx, change.organizationId), action);
  await completeDeprecation(change, {
    reason,
    eventId: plannedEventId!,
    propertyId: plannedPropertyId,
    name,
  });
  change.audit("action.completed", id, { reason, subject, name, erased });
  return { action: (await readAction(change.tx, change.organizationId, id))!, erased };
}
