import type { EventId, WebhookEventType } from "@lintel/contract";
import { sql } from "drizzle-orm";
import { bigint, boolean, index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant, organizationId } from "./columns.js";

/** What endpoints are to be told: written by the transaction of the change, fanned out to deliveries afterwards. */
export const webhookEvents = pgTable(
  "webhook_events",
  {
    organizationId,
    id: text("id").$type<EventId>().notNull(),
    type: text("type").$type<WebhookEventType>().notNull(),
    at: instant("at").notNull(),
    data: jsonb("data").$type<Record<string, unknown>>().notNull(),
    /** When its deliveries were made. Null while it waits for that. */
    fannedOutAt: instant("fanned_out_at"),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index("webhook_events_waiting").on(table.organizationId, table.id).where(sql`fanned_out_at is null`),
    index("webhook_events_by_age").on(table.at),
  ],
);

/** An entry that a change wrote, as the event about it will name it. */
export interface StoredEntryChange {
  id: string;
  type: string;
  slug: string;
  previousSlug?: string | undefined;
  change: string;
}

/**
 * What readers get changed and `content.changed` has yet to tell: a row a change, folded into one event and removed
 * when the window ends that the oldest of them opened.
 */
export const contentChanges = pgTable(
  "content_changes",
  {
    organizationId,
    id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().notNull(),
    /** By the database's clock, as late as can be before the commit. */
    at: instant("at").notNull().default(sql`clock_timestamp()`),
    model: boolean("model").notNull(),
    related: boolean("related").notNull(),
    entries: jsonb("entries").$type<StoredEntryChange[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.id] })],
);
