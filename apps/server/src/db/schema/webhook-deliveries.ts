import type { DeliveryId, EventId, WebhookEndpointId, WebhookEventType } from "@lintel/contract";
import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { by, bytea, instant, organizationId } from "./columns.js";

/** A secret that was replaced by a rotation and signs beside the new one for a while. */
export interface PreviousSecret {
  /** As `secret-box.ts` sealed it, in hexadecimal digits. */
  sealed: string;
  /** When it ends, as an ISO date-time. */
  until: string;
}

export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    organizationId,
    id: text("id").$type<WebhookEndpointId>().notNull(),
    url: text("url").notNull(),
    /** The event types that are sent here. */
    events: text("events").array().$type<WebhookEventType[]>().notNull(),
    enabled: boolean("enabled").notNull().default(true),
    /** Sealed by `secret-box.ts`. */
    secret: bytea("secret").notNull(),
    /** Secrets before it that still sign, oldest first. */
    previousSecrets: jsonb("previous_secrets").$type<PreviousSecret[]>().notNull().default([]),
    createdAt: instant("created_at").notNull(),
    createdBy: by("created_by"),
    /** The first failure since the last success. */
    failingSince: instant("failing_since"),
    /** Why the service itself disabled it; null where a person did, and while it is enabled. */
    disabledReason: text("disabled_reason").$type<"gone" | "failing">(),
    disabledAt: instant("disabled_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.id] })],
);

/**
 * One event for one endpoint. The row is the job: what has a `next_at` is taken in hand when that has come. To people
 * `sending` reads as pending.
 */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    organizationId,
    id: text("id").$type<DeliveryId>().notNull(),
    endpointId: text("endpoint_id").$type<WebhookEndpointId>().notNull(),
    eventId: text("event_id").$type<EventId>().notNull(),
    eventType: text("event_type").$type<WebhookEventType>().notNull(),
    status: text("status").$type<"pending" | "sending" | "success" | "failed">().notNull(),
    /** Of the last attempt; null where it got none. */
    responseStatus: integer("response_status"),
    attempts: integer("attempts").notNull().default(0),
    /** How many attempts of the schedule are used up. Asking for another try starts the schedule anew. */
    step: smallint("step").notNull().default(0),
    /** When it is due; of what is sending, until when a process has it in hand. Null when nothing is left to do. */
    nextAt: instant("next_at"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index("webhook_deliveries_by_endpoint").on(table.organizationId, table.endpointId, table.id),
    index("webhook_deliveries_due")
      .on(table.organizationId, table.endpointId, table.nextAt)
      .where(sql`next_at is not null`),
  ],
);

export const webhookAttempts = pgTable(
  "webhook_attempts",
  {
    organizationId,
    deliveryId: text("delivery_id").$type<DeliveryId>().notNull(),
    /** Counts from 1. */
    number: integer("number").notNull(),
    at: instant("at").notNull(),
    status: text("status").$type<"success" | "failed">().notNull(),
    responseStatus: integer("response_status"),
    durationMilliseconds: integer("duration_milliseconds").notNull(),
    /** What went wrong, in words. */
    error: text("error"),
    /** The beginning of the answer's body. */
    responseBody: text("response_body"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.deliveryId, table.number] })],
);
