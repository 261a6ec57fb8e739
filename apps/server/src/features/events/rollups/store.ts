import type { OrganizationId } from "@lintel/contract";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../../db/database.js";
import { eventDays, eventDirtyDays, eventHours, eventMarks } from "../../../db/schema/index.js";
import { dimensions } from "../dimensions.js";
import { dayOf } from "../utc.js";
import { type Bucket, countEvents } from "./count-events.js";

/** Hours that events came in for since they were rolled up, oldest mark first. */
export async function listMarkedHours(queries: Queries) {
  return await queries
    .select({ organizationId: eventMarks.organizationId, hour: eventMarks.hour })
    .from(eventMarks)
    .groupBy(eventMarks.organizationId, eventMarks.hour)
    .orderBy(sql`min(${eventMarks.id})`);
}

export async function listDirtyDays(queries: Queries) {
  return await queries.select().from(eventDirtyDays).orderBy(eventDirtyDays.day);
}

/** The marks that this transaction sees. Those that come later stay, for the next time. */
export async function findMarks(tx: Transaction, organizationId: OrganizationId, hour: Date) {
  const rows = await tx
    .select({ id: eventMarks.id })
    .from(eventMarks)
    .where(and(eq(eventMarks.organizationId, organizationId), eq(eventMarks.hour, hour)));
  return rows.map(({ id }) => id);
}

export async function removeMarks(
  tx: Transaction,
  organizationId: OrganizationId,
  hour: Date,
  ids: readonly number[],
): Promise<void> {
  await tx.delete(eventMarks).where(
    and(
      eq(eventMarks.organizationId, organizationId),
      eq(eventMarks.hour, hour),
      // One parameter, however many there are.
      sql`${eventMarks.id} = any(${`{${ids.join(",")}}`}::bigint[])`,
    ),
  );
}

export async function markDay(tx: Transaction, organizationId: OrganizationId, day: string): Promise<void> {
  await tx.insert(eventDirtyDays).values({ organizationId, day }).onConflictDoNothing();
}

export async function unmarkDay(
  tx: Transaction,
  organizationId: OrganizationId,
  day: string,
): Promise<boolean> {
  const { rowCount } = await tx
    .delete(eventDirtyDays)
    .where(and(eq(eventDirtyDays.organizationId, organizationId), eq(eventDirtyDays.day, day)));
  return rowCount === 1;
}

/**
 * One worker at a time for an organization, whatever process it is in. It does not wait: who waited would go on with a
 * snapshot from before.
 */
export async function tryLockRollups(tx: Transaction, organizationId: OrganizationId): Promise<boolean> {
  const { rows } = await tx.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`lintel rollups ${organizationId}`}, 0)) as mine`,
  );
  return rows[0]?.mine ?? false;
}

/** Puts what the events say in the place of what stood there. Readers see the one or the other. */
export async function replaceRollups(tx: Transaction, bucket: Bucket): Promise<void> {
  const { grain, organizationId, start } = bucket;
  const isOfBucket =
    grain === "hour"
      ? and(eq(eventHours.organizationId, organizationId), eq(eventHours.hour, start))
      : and(eq(eventDays.organizationId, organizationId), eq(eventDays.day, dayOf(start.getTime())));
  const table = grain === "hour" ? eventHours : eventDays;
  // With the dimensions in it the key finds the rows.
  await tx.delete(table).where(and(inArray(table.dimension, dimensions), isOfBucket));
  const place = grain === "hour" ? sql`hour` : sql`day`;
  const at = grain === "hour" ? sql`${start}::timestamptz` : sql`${dayOf(start.getTime())}::date`;
  await tx.execute(sql`
    insert into ${table} (organization_id, ${place}, dimension, value, other, events, views, visitors)
    select ${organizationId}::text, ${at}, counts.* from (${countEvents(bucket)}) as counts`);
}
