CREATE TABLE "stripe_events" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stripe_events_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"plan" text,
	"status" text DEFAULT 'active' NOT NULL,
	"seats" integer,
	"period_end" timestamp (3) with time zone,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"stripe_customer_id" text,
	"stripe_subscription_id" text,
	"seats_marked" bigint DEFAULT 0 NOT NULL,
	"seats_told" bigint DEFAULT 0 NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage_counters" (
	"organization_id" text NOT NULL,
	"feature" text NOT NULL,
	"window_start" date NOT NULL,
	"used" bigint NOT NULL,
	CONSTRAINT "usage_counters_organization_id_feature_window_start_pk" PRIMARY KEY("organization_id","feature","window_start")
);
--> statement-breakpoint
CREATE TABLE "rate_budgets" (
	"organization_id" text NOT NULL,
	"bucket" text NOT NULL,
	"full_at" timestamp (6) with time zone NOT NULL,
	"granted" integer NOT NULL,
	CONSTRAINT "rate_budgets_organization_id_bucket_pk" PRIMARY KEY("organization_id","bucket")
);
--> statement-breakpoint
CREATE INDEX "stripe_events_by_time" ON "stripe_events" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_by_customer" ON "subscriptions" USING btree ("stripe_customer_id");--> statement-breakpoint
CREATE INDEX "subscriptions_with_seats_due" ON "subscriptions" USING btree ("organization_id") WHERE seats_marked <> seats_told;--> statement-breakpoint
CREATE INDEX "rate_budgets_by_fullness" ON "rate_budgets" USING btree ("full_at");