import type { ActionId, ContentTypeId, FieldId, PlannedEventId, PlannedPropertyId } from "@lintel/contract";
import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { by, instant, organizationId } from "./columns.js";

/** What a field's type needs to know besides its type; each field type reads and checks its own. */
export type StoredFieldConfig = Record<string, unknown>;

const deletion = {
  deletedAt: instant("deleted_at"),
  deletedBy: by("deleted_by"),
  deletedNote: text("deleted_note"),
};

export const contentTypes = pgTable(
  "content_types",
  {
    organizationId,
    id: text("id").$type<ContentTypeId>().notNull(),
    name: text("name").notNull(),
    kind: text("kind").$type<"collection" | "map">().notNull(),
    position: integer("position").notNull(),
    createdAt: instant("created_at").notNull(),
    createdBy: by("created_by"),
    ...deletion,
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.id] })],
);

/**
 * Names that readers use: the slugs of types and the keys of fields. A name is `canonical`, an `alias` that goes
 * on answering after a rename, or `retired`. A row is never deleted and never moves to another owner: that is
 * what keeps a name from being handed out twice.
 */
const nameState = {
  state: text("state").$type<"canonical" | "alias" | "retired">().notNull(),
  /** Since when it is in this state. */
  since: instant("since").notNull(),
  by: by("by"),
  note: text("note"),
};

export const typeSlugs = pgTable(
  "type_slugs",
  {
    organizationId,
    slug: text("slug").notNull(),
    typeId: text("type_id").$type<ContentTypeId>().notNull(),
    ...nameState,
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.slug] }),
    index("type_slugs_by_type").on(table.organizationId, table.typeId),
  ],
);

export const fields = pgTable(
  "fields",
  {
    organizationId,
    id: text("id").$type<FieldId>().notNull(),
    typeId: text("type_id").$type<ContentTypeId>().notNull(),
    name: text("name").notNull(),
    type: text("type").notNull(),
    config: jsonb("config").$type<StoredFieldConfig>().notNull().default({}),
    position: integer("position").notNull(),
    createdAt: instant("created_at").notNull(),
    createdBy: by("created_by"),
    ...deletion,
    /** The field that took its place, where its type was changed. */
    replacedBy: text("replaced_by").$type<FieldId>(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index("fields_by_type").on(table.organizationId, table.typeId),
  ],
);

export const fieldKeys = pgTable(
  "field_keys",
  {
    organizationId,
    typeId: text("type_id").$type<ContentTypeId>().notNull(),
    key: text("key").notNull(),
    fieldId: text("field_id").$type<FieldId>().notNull(),
    ...nameState,
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.typeId, table.key] }),
    index("field_keys_by_field").on(table.organizationId, table.fieldId),
  ],
);

/** A deprecation that waits for completion, and the record of those that were completed or withdrawn. */
export const actions = pgTable(
  "actions",
  {
    organizationId,
    id: text("id").$type<ActionId>().notNull(),
    subject: text("subject").$type<"field" | "type" | "event" | "property">().notNull(),
    reason: text("reason").$type<"deleted" | "renamed">().notNull(),
    /** Of a field or a type. */
    typeId: text("type_id").$type<ContentTypeId>(),
    /** Null when the subject is a type. */
    fieldId: text("field_id").$type<FieldId>(),
    /** Of what the tracking plan names. */
    plannedEventId: text("planned_event_id").$type<PlannedEventId>(),
    /** Null when the subject is an event. */
    plannedPropertyId: text("planned_property_id").$type<PlannedPropertyId>(),
    /** The name that waits to go: an old key or slug of a rename, the canonical one of a deletion. */
    name: text("name").notNull(),
    at: instant("at").notNull(),
    by: by("by"),
    note: text("note"),
    state: text("state").$type<"open" | "completed" | "withdrawn">().notNull(),
    closedAt: instant("closed_at"),
    closedBy: by("closed_by"),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index("actions_by_state").on(table.organizationId, table.state),
  ],
);

/** The history of the model: what each revision changed, who did it and when. */
export const modelChanges = pgTable(
  "model_changes",
  {
    organizationId,
    revision: bigint("revision", { mode: "number" }).notNull(),
    /** Counts the changes within one revision from 0. */
    ordinal: integer("ordinal").notNull(),
    at: instant("at").notNull(),
    by: by("by"),
    kind: text("kind").notNull(),
    typeId: text("type_id").$type<ContentTypeId>(),
    fieldId: text("field_id").$type<FieldId>(),
    /** One sentence in words. */
    summary: text("summary").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.revision, table.ordinal] })],
);
