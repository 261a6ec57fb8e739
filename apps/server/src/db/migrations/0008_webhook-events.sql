CREATE TABLE "content_changes" (
	"organization_id" text NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "content_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"model" boolean NOT NULL,
	"related" boolean NOT NULL,
	"entries" jsonb NOT NULL,
	CONSTRAINT "content_changes_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"data" jsonb NOT NULL,
	"fanned_out_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_events_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE INDEX "webhook_events_waiting" ON "webhook_events" USING btree ("organization_id","id") WHERE fanned_out_at is null;--> statement-breakpoint
CREATE INDEX "webhook_events_by_age" ON "webhook_events" USING btree ("at");