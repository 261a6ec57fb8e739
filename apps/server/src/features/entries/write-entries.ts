import type { EntryId, OrganizationId } from "@lintel/contract";
import type { BulkOperation, ManagedEntry } from "@lintel/contract/management";
import { ApiError, badRequest, conflict } from "../../api/api-error.js";
import type { Database, Queries } from "../../db/database.js";
import type { Actor, Change, RunChange } from "../changes/change.js";
import { findLiveType } from "../model/find.js";
import { loadModel } from "../model/load-model.js";
import type { Model, ModelType } from "../model/model.js";
import type { ModelCache } from "../model/model-cache.js";
import { changeEntry, removeEntry } from "./change-entry.js";
import { insertEntry } from "./insert-entry.js";
import { toManagedEntry } from "./manage-entry.js";
import { readEntries } from "./store.js";

export interface EntryServices {
  database: Database;
  runChange: RunChange;
  models: ModelCache;
}

/**
 * Runs operations in their order as one change: all of them or none. Writers of one organization run beside each
 * other; only a change of the model keeps them waiting, so that no value is written for a model that is gone.
 */
export async function writeEntries(
  services: EntryServices,
  organizationId: OrganizationId,
  actor: Actor,
  operations: readonly BulkOperation[],
): Promise<ManagedEntry[]> {
  // Before the change takes its connection: within it the model is used where it is at hand.
  await services.models.get(organizationId);
  return services.runChange(organizationId, actor, "shared", async (change) => {
    const model = await currentModel(services.models, change);
    const ids: EntryId[] = [];
    for (const [place, operation] of operations.entries()) {
      try {
        ids.push(await run(change, model, operation));
      } catch (error) {
        throw operations.length > 1 && error instanceof ApiError ? inOperation(place, error) : error;
      }
    }
    return readManaged(change.tx, model, ids);
  });
}

async function run(change: Change, model: Model, operation: BulkOperation): Promise<EntryId> {
  switch (operation.do) {
    case "create": {
      const type = findLiveType(model, operation.type);
      if (type.kind === "map")
        throw conflict(`"${type.name}" is a map: it has one entry, made with it. Change that one.`);
      return insertEntry(change, type, operation);
    }
    case "update":
      await changeEntry(change, model, operation.entry, operation);
      return operation.entry;
    case "delete":
      await removeEntry(change, model, operation.entry, operation.version);
      return operation.entry;
  }
}

/** The cached model where it is the one this change sees; it cannot change any more while the change runs. */
export async function currentModel(models: ModelCache, change: Change): Promise<Model> {
  const cached = models.peek(change.organizationId);
  const isCurrent = cached && (await models.isCurrent(change.tx, cached));
  return isCurrent ? cached : loadModel(change.tx, change.organizationId);
}

export async function readManaged(queries: Queries, model: Model, ids: EntryId[]): Promise<ManagedEntry[]> {
  const rows = await readEntries(queries, model.organizationId, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    const type: ModelType | undefined = row && model.typeById.get(row.typeId);
    return row && type ? [toManagedEntry(type, row)] : [];
  });
}

function inOperation(place: number, error: ApiError): ApiError {
  const issues = error.data?.issues;
  if (error.code === "BAD_REQUEST" && Array.isArray(issues)) {
    return badRequest(
      issues.map((issue) => ({ path: `operations[${place}].${issue.path}`, message: issue.message })),
    );
  }
  return new ApiError(error.code, `operations[${place}]: ${error.message}`, error.data);
}
