CREATE TABLE "event_batches" (
	"organization_id" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" "bytea" NOT NULL,
	"accepted" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "event_batches_organization_id_key_pk" PRIMARY KEY("organization_id","key")
);
--> statement-breakpoint
CREATE TABLE "event_days" (
	"organization_id" text NOT NULL,
	"dimension" text NOT NULL,
	"value" text collate "C" NOT NULL,
	"other" boolean NOT NULL,
	"events" bigint NOT NULL,
	"views" bigint NOT NULL,
	"visitors" bigint NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "event_days_organization_id_dimension_day_value_other_pk" PRIMARY KEY("organization_id","dimension","day","value","other")
);
--> statement-breakpoint
CREATE TABLE "event_dirty_days" (
	"organization_id" text NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "event_dirty_days_organization_id_day_pk" PRIMARY KEY("organization_id","day")
);
--> statement-breakpoint
CREATE TABLE "event_hours" (
	"organization_id" text NOT NULL,
	"dimension" text NOT NULL,
	"value" text collate "C" NOT NULL,
	"other" boolean NOT NULL,
	"events" bigint NOT NULL,
	"views" bigint NOT NULL,
	"visitors" bigint NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "event_hours_organization_id_dimension_hour_value_other_pk" PRIMARY KEY("organization_id","dimension","hour","value","other")
);
--> statement-breakpoint
CREATE TABLE "event_marks" (
	"organization_id" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"id" bigserial NOT NULL,
	CONSTRAINT "event_marks_organization_id_hour_id_pk" PRIMARY KEY("organization_id","hour","id")
);
--> statement-breakpoint
CREATE TABLE "event_salts" (
	"organization_id" text NOT NULL,
	"day" date NOT NULL,
	"salt" "bytea" NOT NULL,
	CONSTRAINT "event_salts_organization_id_day_pk" PRIMARY KEY("organization_id","day")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"organization_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"id" bigserial NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"sent_timestamp" bigint NOT NULL,
	"visitor" bigint,
	"bot" boolean NOT NULL,
	"over_quota" boolean NOT NULL,
	"name" text NOT NULL,
	"host" text,
	"path" text,
	"route" text,
	"referrer" text,
	"referrer_host" text,
	"source" text,
	"utm_source" text,
	"utm_medium" text,
	"utm_campaign" text,
	"utm_term" text,
	"utm_content" text,
	"country" text,
	"region" text,
	"city" text,
	"device" text,
	"browser" text,
	"os" text,
	"props" jsonb,
	"metadata" jsonb,
	CONSTRAINT "events_organization_id_at_id_pk" PRIMARY KEY("organization_id","at","id")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE INDEX "event_batches_by_time" ON "event_batches" USING btree ("at");