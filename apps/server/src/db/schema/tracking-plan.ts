import type { OrganizationId } from "@lintel/contract";
import { bigint, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns.js";

/** One row an organization: the plan in force with all that it remembers of earlier ones. Read and written whole. */
export const trackingPlans = pgTable("tracking_plans", {
  // Not the shared column: `primaryKey` would change it for every table that uses it.
  organizationId: text("organization_id").$type<OrganizationId>().primaryKey(),
  revision: bigint("revision", { mode: "number" }).notNull(),
  publishedAt: instant("published_at").notNull(),
  /** `TrackingPlan` of `features/tracking-plan/plan.ts`. */
  events: jsonb("events").$type<unknown[]>().notNull(),
});
