import { index, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

/** What is left of budgets, from which processes lease. A row that is absent is a budget that is full. */
export const rateBudgets = pgTable(
  "rate_budgets",
  {
    /** Empty where the budget is an address's, which belongs to no organization. */
    organizationId: text("organization_id").notNull(),
    /** The budget's name and whose it is, as `api:key_…`. Of an address it holds a keyed digest. */
    bucket: text("bucket").notNull(),
    /** When it is full again, if nobody takes more. */
    fullAt: timestamp("full_at", { withTimezone: true, precision: 6 }).notNull(),
    /** What the last lease got. */
    granted: integer("granted").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.bucket] }),
    index("rate_budgets_by_fullness").on(table.fullAt),
  ],
);
