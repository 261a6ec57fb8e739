CREATE TABLE "tracking_plans" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"revision" bigint NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"events" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "actions" ALTER COLUMN "type_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "actions" ADD COLUMN "planned_event_id" text;--> statement-breakpoint
ALTER TABLE "actions" ADD COLUMN "planned_property_id" text;