import type { OrganizationId, UserId } from "@lintel/contract";
import { customType, text, timestamp } from "drizzle-orm/pg-core";

/** Every table but the accounts' has this in its key, so that the data can be sharded by organization. */
export const organizationId = text("organization_id").$type<OrganizationId>().notNull();

export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Who did it. Null where the service itself did. Not a foreign key: the record outlives the account. */
export const by = (name: string) => text(name).$type<UserId>();

export const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Text that sorts and compares by bytes, the same on every platform and PostgreSQL version. */
export const bytewiseText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
