import type { InvitationId, MemberId, OrganizationId, UserId } from "@lintel/contract";
import { bigint, index, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { users } from "./accounts.js";
import { by, bytea, instant, organizationId } from "./columns.js";

export const organizations = pgTable("organizations", {
  id: text("id").$type<OrganizationId>().primaryKey(),
  name: text("name").notNull(),
  slug: text("slug").notNull().unique(),
  logo: text("logo"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

/** One row an organization, bumped in the transaction of the change: the key of every cache. */
export const revisions = pgTable("revisions", {
  // Not the shared column: `primaryKey` would change it for every table that uses it.
  organizationId: text("organization_id").$type<OrganizationId>().primaryKey(),
  model: bigint("model", { mode: "number" }).notNull().default(0),
  content: bigint("content", { mode: "number" }).notNull().default(0),
});

export const members = pgTable(
  "members",
  {
    organizationId,
    id: text("id").$type<MemberId>().notNull(),
    userId: text("user_id")
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text("role").$type<"owner" | "admin" | "editor" | "viewer">().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** A member who left stays as a row, so that person fields go on reading their name. */
    removedAt: instant("removed_at"),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex("members_by_organization_and_user").on(table.organizationId, table.userId),
    index("members_by_user").on(table.userId),
  ],
);

export const invitations = pgTable(
  "invitations",
  {
    organizationId,
    id: text("id").$type<InvitationId>().notNull(),
    email: text("email").notNull(),
    role: text("role").$type<"owner" | "admin" | "editor" | "viewer">().notNull(),
    tokenHash: bytea("token_hash").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    createdBy: by("created_by"),
    expiresAt: instant("expires_at").notNull(),
    acceptedAt: instant("accepted_at"),
    revokedAt: instant("revoked_at"),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex("invitations_by_token").on(table.tokenHash),
  ],
);
