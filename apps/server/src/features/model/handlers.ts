import { managementApi, may } from "../../api/management-api.js";
import { readNumberCursor, toPage } from "../../api/page-cursor.js";
import type { Database } from "../../db/database.js";
import type { RunChange } from "../changes/change.js";
import { convertField } from "./convert-field.js";
import { createField } from "./create-field.js";
import { createType } from "./create-type.js";
import { deleteField, restoreField } from "./delete-field.js";
import { deleteType, restoreType } from "./delete-type.js";
import { toManagedType } from "./manage-model.js";
import type { ModelCache } from "./model-cache.js";
import { orderFields, orderTypes } from "./reorder.js";
import { historyPlace, listModelChanges } from "./store.js";
import { updateField } from "./update-field.js";
import { updateType } from "./update-type.js";

export interface ModelServices {
  database: Database;
  runChange: RunChange;
  models: ModelCache;
}

export function createModelHandlers({ database, runChange, models }: ModelServices) {
  const api = managementApi.model;
  const read = may("model.read");
  const write = may("model.write");

  return api.router({
    get: api.get.use(read).handler(async ({ context }) => {
      const model = await models.get(context.organizationId);
      return { revision: model.revision, types: model.types.map((type) => toManagedType(model, type)) };
    }),

    history: api.history.use(read).handler(async ({ input, context }) => {
      const before = readNumberCursor(input.cursor, Number.MAX_SAFE_INTEGER);
      const rows = await listModelChanges(database, context.organizationId, { limit: input.limit, before });
      const { page, nextCursor } = toPage(rows, input.limit, (row) => [historyPlace(row)]);
      return {
        changes: page.map(({ by, byName, at, ...row }) => ({
          revision: row.revision,
          kind: row.kind,
          typeId: row.typeId,
          fieldId: row.fieldId,
          summary: row.summary,
          at: at.toISOString(),
          by: by && { id: by, name: byName ?? "Someone who has left" },
        })),
        nextCursor,
      };
    }),

    createType: api.createType
      .use(write)
      .handler(({ input, context }) => createType(runChange, context.organizationId, context.actor, input)),

    updateType: api.updateType
      .use(write)
      .handler(({ input, context }) =>
        updateType(runChange, context.organizationId, context.actor, input.contentType, input),
      ),

    deleteType: api.deleteType
      .use(write)
      .handler(({ input, context }) =>
        deleteType(runChange, context.organizationId, context.actor, input.contentType, input.note),
      ),

    restoreType: api.restoreType
      .use(write)
      .handler(({ input, context }) =>
        restoreType(runChange, context.organizationId, context.actor, input.contentType),
      ),

    orderTypes: api.orderTypes.use(write).handler(async ({ input, context }) => {
      await orderTypes(runChange, context.organizationId, context.actor, input.types);
      return { ok: true } as const;
    }),

    createField: api.createField.use(write).handler(({ input, context }) => {
      return createField(runChange, context.organizationId, context.actor, input.contentType, input);
    }),

    updateField: api.updateField
      .use(write)
      .handler(({ input, context }) =>
        updateField(runChange, context.organizationId, context.actor, input.contentType, input.field, input),
      ),

    deleteField: api.deleteField
      .use(write)
      .handler(({ input, context }) =>
        deleteField(
          runChange,
          context.organizationId,
          context.actor,
          input.contentType,
          input.field,
          input.note,
        ),
      ),

    restoreField: api.restoreField
      .use(write)
      .handler(({ input, context }) =>
        restoreField(runChange, context.organizationId, context.actor, input.contentType, input.field),
      ),

    convertField: api.convertField
      .use(write)
      .handler(({ input, context }) =>
        convertField(runChange, context.organizationId, context.actor, input.contentType, input.field, input),
      ),

    orderFields: api.orderFields.use(write).handler(async ({ input, context }) => {
      await orderFields(runChange, context.organizationId, context.actor, input.contentType, input.fields);
      return { ok: true } as const;
    }),
  });
}
