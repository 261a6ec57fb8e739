CREATE TABLE "page_patterns" (
	"organization_id" text NOT NULL,
	"type_id" text NOT NULL,
	"pattern" text NOT NULL,
	CONSTRAINT "page_patterns_organization_id_type_id_pk" PRIMARY KEY("organization_id","type_id")
);
--> statement-breakpoint
CREATE TABLE "plan_senders" (
	"organization_id" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"events" bigint NOT NULL,
	"planned_event_id" text NOT NULL,
	"planned_property_id" text NOT NULL,
	"name" text NOT NULL,
	"api_key_id" text NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "plan_senders_pk" PRIMARY KEY("organization_id","planned_event_id","planned_property_id","name","hour","api_key_id")
);
--> statement-breakpoint
CREATE TABLE "plan_violations" (
	"organization_id" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"events" bigint NOT NULL,
	"kind" text NOT NULL,
	"event" text NOT NULL,
	"property" text NOT NULL,
	"given" text,
	CONSTRAINT "plan_violations_organization_id_hour_kind_event_property_pk" PRIMARY KEY("organization_id","hour","kind","event","property")
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "api_key_id" text;