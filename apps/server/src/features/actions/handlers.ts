import { isId } from "@lintel/contract";
import { managementApi, may } from "../../api/management-api.js";
import { readInstantCursor, toPage } from "../../api/page-cursor.js";
import type { ModelServices } from "../model/handlers.js";
import { readPlanInForce } from "../tracking-plan/read-plan.js";
import { completeAction } from "./complete-action.js";
import { dryRun, dryRunOfPlan } from "./dry-run.js";
import { noAction, publishAction } from "./publish-action.js";
import { readSenders } from "./read-senders.js";
import { listActions, readAction } from "./store.js";

export function createActionHandlers({ database, runChange, models }: ModelServices) {
  const api = managementApi.actions;

  return api.router({
    list: api.list.use(may("model.read")).handler(async ({ input, context }) => {
      const { limit, state } = input;
      const before = readInstantCursor(input.cursor, (id) => isId("action", id));
      const rows = await listActions(database, context.organizationId, { limit, state, before });
      const { page, nextCursor } = toPage(rows, limit, (row) => [row.at.getTime(), row.id]);
      const model = await models.get(context.organizationId);
      const { events } = await readPlanInForce(database, context.organizationId);
      return { actions: page.map((row) => publishAction(model, events, row)), nextCursor };
    }),

    get: api.get.use(may("model.read")).handler(async ({ input, context }) => {
      const row = await readAction(database, context.organizationId, input.action);
      if (!row) throw noAction(input.action);
      const model = await models.get(context.organizationId);
      const plan = await readPlanInForce(database, context.organizationId);
      const erased = () => (row.plannedEventId ? dryRunOfPlan(plan, row) : dryRun(database, model, row));
      return {
        action: publishAction(model, plan.events, row),
        dryRun: row.state === "open" ? await erased() : null,
        senders: await readSenders(database, row),
      };
    }),

    complete: api.complete.use(may("actions.complete")).handler(async ({ input, context }) => {
      const { action, erased } = await completeAction(
        runChange,
        context.organizationId,
        context.actor,
        input.action,
      );
      const { events } = await readPlanInForce(database, context.organizationId);
      return { action: publishAction(await models.get(context.organizationId), events, action), erased };
    }),
  });
}
