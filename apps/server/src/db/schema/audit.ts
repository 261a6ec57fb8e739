import type { AuditRecordId } from "@lintel/contract";
import { index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { by, instant, organizationId } from "./columns.js";

export const auditRecords = pgTable(
  "audit_records",
  {
    organizationId,
    id: text("id").$type<AuditRecordId>().notNull(),
    at: instant("at").notNull(),
    by: by("by"),
    /** Through which door: `studio`, `cli`, `mcp`, `api`, `seed` or `service`. */
    via: text("via").notNull(),
    /** What was done, as `entry.updated`. */
    action: text("action").notNull(),
    subjectId: text("subject_id").notNull(),
    requestId: text("request_id"),
    data: jsonb("data").$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index("audit_records_by_subject").on(table.organizationId, table.subjectId),
  ],
);
