import type { ApiKeyId, OrganizationId, PlannedEventId, ViolationKind } from "@lintel/contract";
import { bigint, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant, organizationId } from "./columns.js";

/** One row an organization: the plan in force with all that it remembers of earlier ones. Read and written whole. */
export const trackingPlans = pgTable("tracking_plans", {
  // Not the shared column: `primaryKey` would change it for every table that uses it.
  organizationId: text("organization_id").$type<OrganizationId>().primaryKey(),
  revision: bigint("revision", { mode: "number" }).notNull(),
  publishedAt: instant("published_at").notNull(),
  /** `TrackingPlan` of `features/tracking-plan/plan.ts`. */
  events: jsonb("events").$type<unknown[]>().notNull(),
});

const counted = {
  organizationId,
  /** The hour of the events, which is counted anew whenever it is rolled up. */
  hour: instant("hour").notNull(),
  events: bigint("events", { mode: "number" }).notNull(),
};

/** What did not fit the plan that was in force when its hour was last counted. */
export const planViolations = pgTable(
  "plan_violations",
  {
    ...counted,
    kind: text("kind").$type<ViolationKind>().notNull(),
    /** As it was sent. Empty for all together that were too rare for a row of their own. */
    event: text("event").notNull(),
    /** Empty where the event is what does not fit. */
    property: text("property").notNull(),
    /** The JSON type of what was given; a value is never kept. */
    given: text("given"),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.hour, table.kind, table.event, table.property] }),
  ],
);

/** Which keys sent a name that waits to go. */
export const planSenders = pgTable(
  "plan_senders",
  {
    ...counted,
    plannedEventId: text("planned_event_id").$type<PlannedEventId>().notNull(),
    /** Empty where the name is the event's. */
    plannedPropertyId: text("planned_property_id").notNull(),
    name: text("name").notNull(),
    apiKeyId: text("api_key_id").$type<ApiKeyId>().notNull(),
    lastAt: instant("last_at").notNull(),
  },
  (table) => [
    primaryKey({
      name: "plan_senders_pk",
      columns: [
        table.organizationId,
        table.plannedEventId,
        table.plannedPropertyId,
        table.name,
        table.hour,
        table.apiKeyId,
      ],
    }),
  ],
);
