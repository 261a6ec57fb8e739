ALTER TABLE "entry_versions" ADD COLUMN "folded" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "entry_versions_folded" ON "entry_versions" USING btree ("at") WHERE folded;