import { isId } from "@lintel/contract";
import { badRequest } from "../../api/api-error.js";
import { managementApi, may } from "../../api/management-api.js";
import type { Database } from "../../db/database.js";
import { listAuditRecords } from "./store.js";

export interface AuditServices {
  database: Database;
}

export function createAuditHandlers({ database }: AuditServices) {
  return {
    list: managementApi.audit.list.use(may("audit.read")).handler(async ({ context, input }) => {
      const { limit, cursor, actor, action, subject, from, to } = input;
      const filter = { actor, action, subject, from: instant(from), to: instant(to), before: record(cursor) };
      const rows = await listAuditRecords(database, context.organizationId, filter, limit + 1);
      const page = rows.slice(0, limit);
      return {
        records: page.map(({ record: { at, by, organizationId: _, ...rest }, actorName }) => ({
          ...rest,
          at: at.toISOString(),
          actor: by && { id: by, name: actorName ?? "" },
        })),
        nextCursor: rows.length > limit ? page.at(-1)!.record.id : null,
      };
    }),
  };
}

const instant = (text: string | undefined) => (text === undefined ? undefined : new Date(text));

/** The id of the last record of a page is where the next one goes on. */
function record(cursor: string | undefined) {
  if (cursor === undefined || isId("auditRecord", cursor)) return cursor;
  throw badRequest([
    {
      path: "cursor",
      message: "This is no cursor of this list. Pass `nextCursor` of the page before, unchanged.",
    },
  ]);
}
