import type { AssetId } from "@lintel/contract";
import { bigint, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { by, instant, organizationId } from "./columns.js";

export const assets = pgTable(
  "assets",
  {
    organizationId,
    id: text("id").$type<AssetId>().notNull(),
    /** The label that a person gave, cleaned. It is never a path. */
    name: text("name").notNull(),
    alt: text("alt").notNull().default(""),
    contentType: text("content_type").notNull(),
    /** Bytes. */
    size: bigint("size", { mode: "number" }).notNull(),
    /** Pixels, null for what is not an image. */
    width: integer("width"),
    height: integer("height"),
    /** Hexadecimal SHA-256 of the file. */
    sha256: text("sha256").notNull(),
    /** The generated name under which the object store holds the file. */
    storageKey: text("storage_key").notNull(),
    createdAt: instant("created_at").notNull(),
    createdBy: by("created_by"),
    updatedAt: instant("updated_at").notNull(),
    deletedAt: instant("deleted_at"),
    deletedBy: by("deleted_by"),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    // A public address carries the id alone.
    index("assets_by_id").on(table.id),
    index("assets_by_creation").on(table.organizationId, table.createdAt, table.id),
  ],
);
