import { type AssetId, isId, type OrganizationId } from "@lintel/contract";
import { badRequest } from "../../api/api-error.js";
import { managementApi, may } from "../../api/management-api.js";
import { readInstantCursor, toPage } from "../../api/page-cursor.js";
import { refuseBeyondStorage } from "../billing/require-storage.js";
import type { AssetServices } from "./asset-services.js";
import { deleteAsset, restoreAsset, updateAsset } from "./change-asset.js";
import { openIncomingFile } from "./incoming-file.js";
import { noAsset, toAssetUse, toManagedAsset } from "./manage-asset.js";
import { listAssets, listUses, readAsset } from "./store.js";
import { uploadAsset } from "./upload-asset.js";

export function createAssetHandlers(services: AssetServices) {
  const { database, models, plans, origin, uploads } = services;
  const api = managementApi.assets;
  const read = may("content.read");
  const write = may("content.write");

  return {
    list: api.list.use(read).handler(async ({ input, context }) => {
      const { limit, search, kind } = input;
      const deleted = input.deleted === "true";
      const before = readInstantCursor(input.cursor, (id) => isId("asset", id));
      const rows = await listAssets(database, context.organizationId, {
        limit,
        deleted,
        search,
        kind,
        before,
      });
      const { page, nextCursor } = toPage(rows, limit, (row) => [
        ((deleted && row.deletedAt) || row.createdAt).getTime(),
        row.id,
      ]);
      return { assets: page.map((row) => toManagedAsset(origin, row)), nextCursor };
    }),

    upload: api.upload
      .use(write, ({ params }) => params)
      .handler(async ({ input, context }) => {
        const size = Number(context.incoming?.message.headers["content-length"] ?? 0);
        await refuseBeyondStorage(database, plans, context.organizationId, size);
        const content = openIncomingFile(context.incoming, uploads.maxBytes);
        const { name, alt } = input.query;
        return uploadAsset(services, context.organizationId, context.actor, { content, name, alt });
      }),

    get: api.get
      .use(read)
      .handler(async ({ input, context }) =>
        toManagedAsset(origin, await find(context.organizationId, input.asset)),
      ),

    update: api.update
      .use(write)
      .handler(({ input, context }) =>
        updateAsset(services, context.organizationId, context.actor, input.asset, input),
      ),

    delete: api.delete
      .use(write)
      .handler(({ input, context }) =>
        deleteAsset(services, context.organizationId, context.actor, input.asset, input.force ?? false),
      ),

    restore: api.restore
      .use(write)
      .handler(({ input, context }) =>
        restoreAsset(services, context.organizationId, context.actor, input.asset),
      ),

    usage: api.usage.use(read).handler(async ({ input, context }) => {
      const { organizationId } = context;
      await find(organizationId, input.asset);
      const { limit } = input;
      const after = readUseCursor(input.cursor);
      const rows = await listUses(database, organizationId, input.asset, { limit, after });
      const page = rows.slice(0, limit);
      const nextCursor = rows.length > limit ? page.at(-1)!.entryId : null;
      const model = await models.get(organizationId);
      return { uses: page.map((row) => toAssetUse(model, row)), nextCursor };
    }),
  };

  async function find(organizationId: OrganizationId, id: AssetId) {
    const row = await readAsset(database, organizationId, id);
    if (!row) throw noAsset(id);
    return row;
  }
}

/** The id of the last entry of a page is where the next one goes on. */
function readUseCursor(cursor: string | undefined) {
  if (cursor === undefined || isId("entry", cursor)) return cursor;
  throw badRequest([
    {
      path: "cursor",
      message: "This is no cursor of this list. Pass `nextCursor` of the page before, unchanged.",
    },
  ]);
}
