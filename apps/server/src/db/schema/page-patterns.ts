import type { ContentTypeId } from "@lintel/contract";
import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { organizationId } from "./columns.js";

/** Where the entries of a content type are on the site, so that an entry's traffic can be found. */
export const pagePatterns = pgTable(
  "page_patterns",
  {
    organizationId,
    typeId: text("type_id").$type<ContentTypeId>().notNull(),
    /** As `/blog/{slug}`. */
    pattern: text("pattern").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.typeId] })],
);
