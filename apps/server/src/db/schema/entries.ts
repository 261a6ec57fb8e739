import type { ContentTypeId, EntryId, FieldId } from "@lintel/contract";
import { sql } from "drizzle-orm";
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { by, bytewiseText, instant, organizationId, tsvector } from "./columns.js";

/** Stored values by field id. Each field type says what its own look like; an empty one is absent. */
export type StoredValues = Record<FieldId, unknown>;

export const entries = pgTable(
  "entries",
  {
    organizationId,
    id: text("id").$type<EntryId>().notNull(),
    typeId: text("type_id").$type<ContentTypeId>().notNull(),
    slug: bytewiseText("slug").notNull(),
    title: text("title").notNull(),
    /** The title folded for sorting and searching, as `fold-text.ts` does it. */
    titleKey: bytewiseText("title_key").notNull(),
    /** What is indexed of the title: a row of a btree holds 2,704 bytes, and folding can lengthen a text. */
    titlePrefix: bytewiseText("title_prefix").generatedAlwaysAs(sql`left(title_key, 160)`).notNull(),
    /** Values small enough to stand in every row: all but rich text. */
    values: jsonb("values").$type<StoredValues>().notNull().default({}),
    /** Rich text by field id, apart because it is large: a filter or a sort never reads it. */
    documents: jsonb("documents").$type<StoredValues>().notNull().default({}),
    search: tsvector("search").notNull(),
    /** Counts every write from 1; the number a writer must have seen. */
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    createdBy: by("created_by"),
    updatedAt: instant("updated_at").notNull(),
    updatedBy: by("updated_by"),
    deletedAt: instant("deleted_at"),
    deletedBy: by("deleted_by"),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex("entries_by_slug")
      .on(table.organizationId, table.typeId, table.slug)
      .where(sql`deleted_at is null`),
    index("entries_by_creation")
      .on(table.organizationId, table.typeId, table.createdAt, table.id)
      .where(sql`deleted_at is null`),
    index("entries_by_update")
      .on(table.organizationId, table.typeId, table.updatedAt, table.id)
      .where(sql`deleted_at is null`),
    index("entries_by_title")
      .on(table.organizationId, table.typeId, table.titlePrefix, table.id)
      .where(sql`deleted_at is null`),
    index("entries_by_type").on(table.organizationId, table.typeId, table.id).where(sql`deleted_at is null`),
    // The type stands among the words, so that a search never walks what other organizations wrote.
    index("entries_by_words").using("gin", sql`(search || array_to_tsvector(array[type_id]))`),
  ],
);

/**
 * What filters, sorts and look-ups of references run on: one row a value of an entry's field, none where it is
 * empty. One table with two indexes serves every field of every organization; see the decision on indexing.
 */
export const entryIndex = pgTable(
  "entry_index",
  {
    organizationId,
    fieldId: text("field_id").$type<FieldId>().notNull(),
    entryId: text("entry_id").$type<EntryId>().notNull(),
    /** The place within a list, 0 for a single value. */
    ordinal: smallint("ordinal").notNull(),
    textKey: bytewiseText("text_key"),
    /** What is indexed and sorted by: a row of a btree holds 2,704 bytes, a text up to 20,000 characters. */
    textPrefix: bytewiseText("text_prefix").generatedAlwaysAs(sql`left(text_key, 160)`),
    numberKey: doublePrecision("number_key"),
  },
  (table) => [
    // The entry before the field: an entry's rows are written and dropped together.
    primaryKey({ columns: [table.organizationId, table.entryId, table.fieldId, table.ordinal] }),
    index("entry_index_by_text")
      .on(table.organizationId, table.fieldId, table.textPrefix, table.entryId)
      .where(sql`text_prefix is not null`),
    index("entry_index_by_number")
      .on(table.organizationId, table.fieldId, table.numberKey, table.entryId)
      .where(sql`number_key is not null`),
  ],
);

export const entryVersions = pgTable(
  "entry_versions",
  {
    organizationId,
    entryId: text("entry_id").$type<EntryId>().notNull(),
    version: integer("version").notNull(),
    kind: text("kind").$type<"created" | "updated" | "restored" | "deleted">().notNull(),
    slug: text("slug").notNull(),
    title: text("title").notNull(),
    values: jsonb("values").$type<StoredValues>().notNull(),
    documents: jsonb("documents").$type<StoredValues>().notNull(),
    at: instant("at").notNull(),
    by: by("by"),
    /** The next version took its place in the history; it stays for a day, for whoever read it. */
    folded: boolean("folded").notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.entryId, table.version] }),
    index("entry_versions_folded").on(table.at).where(sql`folded`),
  ],
);
