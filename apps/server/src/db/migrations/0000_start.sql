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
CREATE TABLE "entries" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"type_id" text NOT NULL,
	"slug" text collate "C" NOT NULL,
	"title" text NOT NULL,
	"title_key" text collate "C" NOT NULL,
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
	"number_key" double precision,
	CONSTRAINT "entry_index_organization_id_field_id_entry_id_ordinal_pk" PRIMARY KEY("organization_id","field_id","entry_id","ordinal")
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
	CONSTRAINT "entry_versions_organization_id_entry_id_version_pk" PRIMARY KEY("organization_id","entry_id","version")
);
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
CREATE TABLE "actions" (
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"subject" text NOT NULL,
	"reason" text NOT NULL,
	"type_id" text NOT NULL,
	"field_id" text,
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
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_by_user" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verifications_by_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "assets_by_creation" ON "assets" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_records_by_subject" ON "audit_records" USING btree ("organization_id","subject_id");--> statement-breakpoint
CREATE UNIQUE INDEX "entries_by_slug" ON "entries" USING btree ("organization_id","type_id","slug") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "entries_by_creation" ON "entries" USING btree ("organization_id","type_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "entries_by_update" ON "entries" USING btree ("organization_id","type_id","updated_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "entries_by_title" ON "entries" USING btree ("organization_id","type_id","title_key","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "entries_by_words" ON "entries" USING gin ("search");--> statement-breakpoint
CREATE INDEX "entry_index_by_entry" ON "entry_index" USING btree ("organization_id","entry_id");--> statement-breakpoint
CREATE INDEX "entry_index_by_text" ON "entry_index" USING btree ("organization_id","field_id","text_key","entry_id") WHERE text_key is not null;--> statement-breakpoint
CREATE INDEX "entry_index_by_number" ON "entry_index" USING btree ("organization_id","field_id","number_key","entry_id") WHERE number_key is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_by_hash" ON "api_keys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "actions_by_state" ON "actions" USING btree ("organization_id","state");--> statement-breakpoint
CREATE INDEX "field_keys_by_field" ON "field_keys" USING btree ("organization_id","field_id");--> statement-breakpoint
CREATE INDEX "fields_by_type" ON "fields" USING btree ("organization_id","type_id");--> statement-breakpoint
CREATE INDEX "type_slugs_by_type" ON "type_slugs" USING btree ("organization_id","type_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_by_token" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "members_by_organization_and_user" ON "members" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE INDEX "members_by_user" ON "members" USING btree ("user_id");