DROP INDEX "entry_index_by_entry";--> statement-breakpoint
DROP INDEX "entries_by_title";--> statement-breakpoint
DROP INDEX "entries_by_words";--> statement-breakpoint
DROP INDEX "entry_index_by_text";--> statement-breakpoint
ALTER TABLE "entry_index" DROP CONSTRAINT "entry_index_organization_id_field_id_entry_id_ordinal_pk";--> statement-breakpoint
ALTER TABLE "entry_index" ADD CONSTRAINT "entry_index_organization_id_entry_id_field_id_ordinal_pk" PRIMARY KEY("organization_id","entry_id","field_id","ordinal");--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "title_prefix" text collate "C" GENERATED ALWAYS AS (left(title_key, 160)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "entry_index" ADD COLUMN "text_prefix" text collate "C" GENERATED ALWAYS AS (left(text_key, 160)) STORED;--> statement-breakpoint
CREATE INDEX "entries_by_type" ON "entries" USING btree ("organization_id","type_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "entries_by_title" ON "entries" USING btree ("organization_id","type_id","title_prefix","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "entries_by_words" ON "entries" USING gin ((search || array_to_tsvector(array[type_id])));--> statement-breakpoint
CREATE INDEX "entry_index_by_text" ON "entry_index" USING btree ("organization_id","field_id","text_prefix","entry_id") WHERE text_prefix is not null;