import type { OrganizationId, SubscriptionStatus } from "@lintel/contract";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { instant, organizationId } from "./columns.js";

/** What is counted and starts anew each month. What is a total (members, storage) is read from its own rows. */
export type CountedFeature = "apiRequests" | "events";

/** How much of a feature an organization used in one window. */
export const usageCounters = pgTable(
  "usage_counters",
  {
    organizationId,
    feature: text("feature").$type<CountedFeature>().notNull(),
    /** The first day of the window, in UTC. */
    windowStart: date("window_start", { mode: "string" }).notNull(),
    used: bigint("used", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.feature, table.windowStart] })],
);

/** What an organization has chosen. Without a row it has the default plan, and no subscription. */
export const subscriptions = pgTable(
  "subscriptions",
  {
    organizationId: text("organization_id").$type<OrganizationId>().primaryKey(),
    /** The plan that is paid for. Null: the default one. */
    plan: text("plan"),
    /** Stripe's state of the subscription. */
    status: text("status").$type<SubscriptionStatus>().notNull().default("active"),
    /** How many members are paid for. Null without a subscription. */
    seats: integer("seats"),
    periodEnd: instant("period_end"),
    cancelAtPeriodEnd: boolean("cancel_at_period_end").notNull().default(false),
    stripeCustomerId: text("stripe_customer_id"),
    stripeSubscriptionId: text("stripe_subscription_id"),
    /** Goes up when members come or go. */
    seatsMarked: bigint("seats_marked", { mode: "number" }).notNull().default(0),
    /** What `seatsMarked` was when Stripe was last told how many members there are. */
    seatsTold: bigint("seats_told", { mode: "number" }).notNull().default(0),
    /** Goes up with each writing, so that what was read at Stripe before another writing is not written after it. */
    version: bigint("version", { mode: "number" }).notNull().default(0),
  },
  (table) => [
    uniqueIndex("subscriptions_by_customer").on(table.stripeCustomerId),
    index("subscriptions_with_seats_due").on(table.organizationId).where(sql`seats_marked <> seats_told`),
  ],
);

/** What Stripe told us and was dealt with: it may tell the same again. */
export const stripeEvents = pgTable(
  "stripe_events",
  {
    organizationId,
    id: text("id").notNull(),
    at: instant("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index("stripe_events_by_time").on(table.at),
  ],
);
