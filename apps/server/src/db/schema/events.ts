import type { ApiKeyId } from "@lintel/contract";
import {
  bigint,
  bigserial,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { bytea, bytewiseText, instant, organizationId } from "./columns.js";

/**
 * Analytics events as they came in, reduced. Partitioned by day of `at`, which only the migration says: a day is
 * dropped whole. `null` is "not given" everywhere.
 */
export const events = pgTable(
  "events",
  {
    organizationId,
    /** When it counts: what the client said, clamped. */
    at: instant("at").notNull(),
    id: bigserial("id", { mode: "number" }).notNull(),
    receivedAt: instant("received_at").notNull(),
    /** The key that it came in with. */
    apiKeyId: text("api_key_id").$type<ApiKeyId>(),
    /** What the client said, in milliseconds since 1970. */
    sentTimestamp: bigint("sent_timestamp", { mode: "number" }).notNull(),
    /** A digest of 64 bits that means something only within its organization and UTC day. */
    visitor: bigint("visitor", { mode: "bigint" }),
    bot: boolean("bot").notNull(),
    /** It came in when the organization had used up its events of the month. */
    overQuota: boolean("over_quota").notNull(),
    name: text("name").notNull(),
    host: text("host"),
    path: text("path"),
    route: text("route"),
    /** The URL with nothing of its query but campaign parameters. */
    referrer: text("referrer"),
    /** Without `www.`; null where the visitor came from the same host. */
    referrerHost: text("referrer_host"),
    /** `utm_source`, else the referrer's host. */
    source: text("source"),
    utmSource: text("utm_source"),
    utmMedium: text("utm_medium"),
    utmCampaign: text("utm_campaign"),
    utmTerm: text("utm_term"),
    utmContent: text("utm_content"),
    country: text("country"),
    region: text("region"),
    city: text("city"),
    device: text("device").$type<"desktop" | "mobile" | "tablet">(),
    browser: text("browser"),
    os: text("os"),
    props: jsonb("props").$type<Record<string, unknown>>(),
    metadata: jsonb("metadata").$type<Record<string, unknown>>(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.at, table.id] })],
);

const rolledUp = {
  organizationId,
  /** One of `features/events/dimensions.ts`. */
  dimension: text("dimension").notNull(),
  /** Empty where the events gave none. */
  value: bytewiseText("value").notNull(),
  /** All values together that were too rare for a row of their own. */
  other: boolean("other").notNull(),
  events: bigint("events", { mode: "number" }).notNull(),
  /** Those of the events that are page views. */
  views: bigint("views", { mode: "number" }).notNull(),
  /** Different visitors, exactly. They add up over days, and over nothing else. */
  visitors: bigint("visitors", { mode: "number" }).notNull(),
};

export const eventHours = pgTable(
  "event_hours",
  { ...rolledUp, hour: instant("hour").notNull() },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.dimension, table.hour, table.value, table.other] }),
  ],
);

export const eventDays = pgTable("event_days", { ...rolledUp, day: date("day").notNull() }, (table) => [
  primaryKey({ columns: [table.organizationId, table.dimension, table.day, table.value, table.other] }),
]);

/**
 * Says that events came in for an hour, in the transaction that brought them. Rows are only added and removed, never
 * changed, so that who brings events waits for nobody.
 */
export const eventMarks = pgTable(
  "event_marks",
  { organizationId, hour: instant("hour").notNull(), id: bigserial("id", { mode: "number" }).notNull() },
  (table) => [primaryKey({ columns: [table.organizationId, table.hour, table.id] })],
);

/** Days of which an hour was rolled up anew, and which are still to be. */
export const eventDirtyDays = pgTable(
  "event_dirty_days",
  { organizationId, day: date("day").notNull() },
  (table) => [primaryKey({ columns: [table.organizationId, table.day] })],
);

/** What turns a visitor into a digest. When it is gone nobody can tell who a digest was. */
export const eventSalts = pgTable(
  "event_salts",
  { organizationId, day: date("day").notNull(), salt: bytea("salt").notNull() },
  (table) => [primaryKey({ columns: [table.organizationId, table.day] })],
);

/** Batches that came with an `Idempotency-Key`, for as long as the key is honoured. */
export const eventBatches = pgTable(
  "event_batches",
  {
    organizationId,
    key: text("key").notNull(),
    bodyHash: bytea("body_hash").notNull(),
    accepted: integer("accepted").notNull(),
    at: instant("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.key] }),
    index("event_batches_by_time").on(table.at),
  ],
);
