import type { ApiKeyId } from "@lintel/contract";
import { bigint, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { by, bytea, instant, organizationId } from "./columns.js";

export const apiKeys = pgTable(
  "api_keys",
  {
    organizationId,
    id: text("id").$type<ApiKeyId>().notNull(),
    name: text("name").notNull(),
    /** SHA-256 of the key. The key itself is shown once and kept nowhere. */
    hash: bytea("hash").notNull(),
    /** The first 8 characters of the key. */
    start: text("start").notNull(),
    /** The last 4 characters of the key. */
    end: text("end").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    createdBy: by("created_by"),
    lastUsedAt: instant("last_used_at"),
    modelRevisionSeen: bigint("model_revision_seen", { mode: "number" }),
    revokedAt: instant("revoked_at"),
    revokedBy: by("revoked_by"),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex("api_keys_by_hash").on(table.hash),
  ],
);
