import { isId } from "@lintel/contract";
import { notFound } from "../../api/api-error.js";
import { managementApi, may } from "../../api/management-api.js";
import { readInstantCursor, readNumberCursor, toPage } from "../../api/page-cursor.js";
import { findType } from "../model/find.js";
import { toInputs } from "./entry-state.js";
import { noEntry } from "./lock-live-entry.js";
import { toManagedEntry, toVersionHead } from "./manage-entry.js";
import { restoreEntry, restoreVersion } from "./restore-entry.js";
import { listEntries, readEntry } from "./store.js";
import { listVersions, readVersion } from "./store-versions.js";
import { type EntryServices, writeEntries } from "./write-entries.js";

export function createEntryHandlers(services: EntryServices) {
  const { database, models } = services;
  const api = managementApi.entries;
  const read = may("content.read");
  const write = may("content.write");

  return api.router({
    list: api.list.use(read).handler(async ({ input, context }) => {
      const type = findType(await models.get(context.organizationId), input.contentType);
      const deleted = input.deleted === "true";
      const before = readInstantCursor(input.cursor, (id) => isId("entry", id));
      const { limit, search } = input;
      const rows = await listEntries(database, context.organizationId, type.id, {
        limit,
        deleted,
        search,
        before,
      });
      const { page, nextCursor } = toPage(rows, limit, (row) => [
        (deleted ? row.deletedAt : row.updatedAt)!.getTime(),
        row.id,
      ]);
      return { entries: page.map((row) => toManagedEntry(type, row)), nextCursor };
    }),

    get: api.get.use(read).handler(async ({ input, context }) => {
      const { row, type } = await find(context.organizationId, input.entry);
      return toManagedEntry(type, row);
    }),

    create: api.create.use(write).handler(async ({ input, context }) => {
      const [entry] = await writeEntries(services, context.organizationId, context.actor, [
        { ...input, do: "create", type: input.contentType },
      ]);
      return entry!;
    }),

    update: api.update.use(write).handler(async ({ input, context }) => {
      const [entry] = await writeEntries(services, context.organizationId, context.actor, [
        { ...input, do: "update" },
      ]);
      return entry!;
    }),

    delete: api.delete.use(write).handler(async ({ input, context }) => {
      const [entry] = await writeEntries(services, context.organizationId, context.actor, [
        { ...input, do: "delete" },
      ]);
      return entry!;
    }),

    undelete: api.undelete
      .use(write)
      .handler(({ input, context }) =>
        restoreEntry(services, context.organizationId, context.actor, input.entry),
      ),

    versions: api.versions.use(read).handler(async ({ input, context }) => {
      await find(context.organizationId, input.entry);
      const { limit } = input;
      const before = readNumberCursor(input.cursor, 2_147_483_647);
      const rows = await listVersions(database, context.organizationId, input.entry, { limit, before });
      const { page, nextCursor } = toPage(rows, limit, (row) => [row.version]);
      return { versions: page.map(toVersionHead), nextCursor };
    }),

    version: api.version.use(read).handler(async ({ input, context }) => {
      const { type } = await find(context.organizationId, input.entry);
      const row = await readVersion(database, context.organizationId, input.entry, input.version);
      if (!row) throw notFound(`The entry has no version ${input.version} in its history.`);
      return { ...toVersionHead(row), fields: toInputs(type, row) };
    }),

    restoreVersion: api.restoreVersion
      .use(write)
      .handler(({ input, context }) =>
        restoreVersion(
          services,
          context.organizationId,
          context.actor,
          input.entry,
          input.restore,
          input.version,
        ),
      ),

    bulk: api.bulk.use(write).handler(async ({ input, context }) => ({
      entries: await writeEntries(services, context.organizationId, context.actor, input.operations),
    })),
  });

  async function find(organizationId: Parameters<typeof readEntry>[1], id: Parameters<typeof readEntry>[2]) {
    const row = await readEntry(database, organizationId, id);
    const type = row && (await models.get(organizationId)).typeById.get(row.typeId);
    if (!row || !type) throw noEntry(id);
    return { row, type };
  }
}
