CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "assets" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"alt" text DEFAULT '' NOT NULL,
	"content_type" text NOT NULL,
	"size" bigint NOT NULL,
	"width" integer,
	"height" integer,
	"sha256" text NOT NULL,
	"storage_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" text,
	CONSTRAINT "assets_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "audit_records" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by" text,
	"via" text NOT NULL,
	"action" text NOT NULL,
	"subject_id" text NOT NULL,
	"request_id" text,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "audit_records_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
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
CREATE TABLE "entries" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"type_id" text NOT NULL,
	"slug" text collate "C" NOT NULL,
	"title" text NOT NULL,
	"title_key" text collate "C" NOT NULL,
	"title_prefix" text collate "C" GENERATED ALWAYS AS (left(title_key, 160)) STORED NOT NULL,
	"values" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"documents" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"search" "tsvector" NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" text,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" text,
	CONSTRAINT "entries_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "entry_index" (
	"organization_id" text NOT NULL,
	"field_id" text NOT NULL,
	"entry_id" text NOT NULL,
	"ordinal" smallint NOT NULL,
	"text_key" text collate "C",
	"text_prefix" text collate "C" GENERATED ALWAYS AS (left(text_key, 160)) STORED,
	"number_key" double precision,
	CONSTRAINT "entry_index_organization_id_entry_id_field_id_ordinal_pk" PRIMARY KEY("organization_id","entry_id","field_id","ordinal")
);
--> statement-breakpoint
CREATE TABLE "entry_versions" (
	"organization_id" text NOT NULL,
	"entry_id" text NOT NULL,
	"version" integer NOT NULL,
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"values" jsonb NOT NULL,
	"documents" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by" text,
	"folded" boolean DEFAULT false NOT NULL,
	CONSTRAINT "entry_versions_organization_id_entry_id_version_pk" PRIMARY KEY("organization_id","entry_id","version")
);
--> statement-breakpoint
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
	"api_key_id" text,
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
CREATE TABLE "api_keys" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"start" text NOT NULL,
	"end" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"last_used_at" timestamp (3) with time zone,
	"model_revision_seen" bigint,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" text,
	CONSTRAINT "api_keys_organization_id_id_pk" PRIMARY KEY("organization_id","id")
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
CREATE TABLE "actions" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"subject" text NOT NULL,
	"reason" text NOT NULL,
	"type_id" text,
	"field_id" text,
	"planned_event_id" text,
	"planned_property_id" text,
	"name" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by" text,
	"note" text,
	"state" text NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"closed_by" text,
	CONSTRAINT "actions_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "content_types" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" text,
	"deleted_note" text,
	CONSTRAINT "content_types_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "field_keys" (
	"organization_id" text NOT NULL,
	"type_id" text NOT NULL,
	"key" text NOT NULL,
	"field_id" text NOT NULL,
	"state" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"by" text,
	"note" text,
	CONSTRAINT "field_keys_organization_id_type_id_key_pk" PRIMARY KEY("organization_id","type_id","key")
);
--> statement-breakpoint
CREATE TABLE "fields" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"type_id" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"config" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" text,
	"deleted_note" text,
	"replaced_by" text,
	CONSTRAINT "fields_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "model_changes" (
	"organization_id" text NOT NULL,
	"revision" bigint NOT NULL,
	"ordinal" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by" text,
	"kind" text NOT NULL,
	"type_id" text,
	"field_id" text,
	"summary" text NOT NULL,
	CONSTRAINT "model_changes_organization_id_revision_ordinal_pk" PRIMARY KEY("organization_id","revision","ordinal")
);
--> statement-breakpoint
CREATE TABLE "type_slugs" (
	"organization_id" text NOT NULL,
	"slug" text NOT NULL,
	"type_id" text NOT NULL,
	"state" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"by" text,
	"note" text,
	CONSTRAINT "type_slugs_organization_id_slug_pk" PRIMARY KEY("organization_id","slug")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "invitations_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "members" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "members_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"logo" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organizations_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "revisions" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"model" bigint DEFAULT 0 NOT NULL,
	"content" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "tracking_plans" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"revision" bigint NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"events" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"organization_id" text NOT NULL,
	"delivery_id" text NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"response_status" integer,
	"duration_milliseconds" integer NOT NULL,
	"error" text,
	"response_body" text,
	CONSTRAINT "webhook_attempts_organization_id_delivery_id_number_pk" PRIMARY KEY("organization_id","delivery_id","number")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"endpoint_id" text NOT NULL,
	"event_id" text NOT NULL,
	"event_type" text NOT NULL,
	"status" text NOT NULL,
	"response_status" integer,
	"attempts" integer DEFAULT 0 NOT NULL,
	"step" smallint DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhook_deliveries_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"secret" "bytea" NOT NULL,
	"previous_secrets" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text,
	"failing_since" timestamp (3) with time zone,
	"disabled_reason" text,
	"disabled_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_endpoints_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
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
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_by_user" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verifications_by_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "assets_by_id" ON "assets" USING btree ("id");--> statement-breakpoint
CREATE INDEX "assets_by_creation" ON "assets" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_records_by_subject" ON "audit_records" USING btree ("organization_id","subject_id");--> statement-breakpoint
CREATE INDEX "stripe_events_by_time" ON "stripe_events" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_by_customer" ON "subscriptions" USING btree ("stripe_customer_id");--> statement-breakpoint
CREATE INDEX "subscriptions_with_seats_due" ON "subscriptions" USING btree ("organization_id") WHERE seats_marked <> seats_told;--> statement-breakpoint
CREATE UNIQUE INDEX "entries_by_slug" ON "entries" USING btree ("organization_id","type_id","slug") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "entries_by_creation" ON "entries" USING btree ("organization_id","type_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "entries_by_update" ON "entries" USING btree ("organization_id","type_id","updated_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "entries_by_title" ON "entries" USING btree ("organization_id","type_id","title_prefix","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "entries_by_type" ON "entries" USING btree ("organization_id","type_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "entries_by_words" ON "entries" USING gin ((search || array_to_tsvector(array[type_id])));--> statement-breakpoint
CREATE INDEX "entry_index_by_text" ON "entry_index" USING btree ("organization_id","field_id","text_prefix","entry_id") WHERE text_prefix is not null;--> statement-breakpoint
CREATE INDEX "entry_index_by_number" ON "entry_index" USING btree ("organization_id","field_id","number_key","entry_id") WHERE number_key is not null;--> statement-breakpoint
CREATE INDEX "entry_versions_folded" ON "entry_versions" USING btree ("at") WHERE folded;--> statement-breakpoint
CREATE INDEX "event_batches_by_time" ON "event_batches" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_by_hash" ON "api_keys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "rate_budgets_by_fullness" ON "rate_budgets" USING btree ("full_at");--> statement-breakpoint
CREATE INDEX "actions_by_state" ON "actions" USING btree ("organization_id","state");--> statement-breakpoint
CREATE INDEX "field_keys_by_field" ON "field_keys" USING btree ("organization_id","field_id");--> statement-breakpoint
CREATE INDEX "fields_by_type" ON "fields" USING btree ("organization_id","type_id");--> statement-breakpoint
CREATE INDEX "type_slugs_by_type" ON "type_slugs" USING btree ("organization_id","type_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_by_token" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "members_by_organization_and_user" ON "members" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE INDEX "members_by_user" ON "members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_endpoint" ON "webhook_deliveries" USING btree ("organization_id","endpoint_id","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("organization_id","endpoint_id","next_at") WHERE next_at is not null;--> statement-breakpoint
CREATE INDEX "webhook_events_waiting" ON "webhook_events" USING btree ("organization_id","id") WHERE fanned_out_at is null;--> statement-breakpoint
CREATE INDEX "webhook_events_by_age" ON "webhook_events" USING btree ("at");