import type { AuditRecordId, OrganizationId, UserId } from "@lintel/contract";
import { and, desc, eq, gte, like, lt, or, type SQL } from "drizzle-orm";
import type { Queries } from "../../db/database.js";
import { auditRecords, users } from "../../db/schema/index.js";

export interface AuditFilter {
  actor?: UserId | undefined;
  /** A whole action, as `key.created`, or the kind that stands before the dot. */
  action?: string | undefined;
  subject?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  /** Only records older than this one. */
  before?: AuditRecordId | undefined;
}

/** Newest first: ids are ordered by time, and the key of the table is ordered by id. */
export async function listAuditRecords(
  queries: Queries,
  organizationId: OrganizationId,
  filter: AuditFilter,
  limit: number,
) {
  return await queries
    .select({ record: auditRecords, actorName: users.name })
    .from(auditRecords)
    .leftJoin(users, eq(users.id, auditRecords.by))
    .where(and(eq(auditRecords.organizationId, organizationId), ...conditions(filter)))
    .orderBy(desc(auditRecords.id))
    .limit(limit);
}

function conditions({ actor, action, subject, from, to, before }: AuditFilter): (SQL | undefined)[] {
  return [
    actor && eq(auditRecords.by, actor),
    action === undefined
      ? undefined
      : or(eq(auditRecords.action, action), like(auditRecords.action, `${escapeLike(action)}.%`)),
    subject === undefined ? undefined : eq(auditRecords.subjectId, subject),
    from && gte(auditRecords.at, from),
    to && lt(auditRecords.at, to),
    before && lt(auditRecords.id, before),
  ].filter((condition) => typeof condition === "object");
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");
