import type { OrganizationId } from "@lintel/contract";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../../db/database.js";
import { eventDirtyDays, eventMarks } from "../../../db/schema/index.js";
import { countedDimensions, dimensions } from "../dimensions.js";
import { dayOf } from "../utc.js";
import {
  type Bucket,
  type CountedColumn,
  countBots,
  countOthers,
  countTotal,
  countValues,
} from "./count-events.js";

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

/** Memory for a worker of which there is one. With less, the database sorts what it could look up. */
const workMemory = sql`set local work_mem = '32MB'`;

/** Puts what the events say in the place of what stood there. Readers see the one or the other. */
export async function replaceRollups(tx: Transaction, bucket: Bucket): Promise<void> {
  const { grain, organizationId, start } = bucket;
  const [table, place, at] =
    grain === "hour"
      ? [sql`event_hours`, sql`hour`, sql`${start}::timestamptz`]
      : [sql`event_days`, sql`day`, sql`${dayOf(start.getTime())}::date`];
  const isOf = (dimensions: readonly string[]) =>
    sql`organization_id = ${organizationId} and dimension = any(${`{${dimensions.join(",")}}`}::text[]) and ${place} = ${at}`;
  const insert = (counts: SQL) => sql`
    insert into ${table} (organization_id, ${place}, dimension, value, other, events, views, visitors)
    select ${organizationId}::text, ${at}, counts.* from (${counts}) as counts`;

  await tx.execute(workMemory);
  // With the dimensions in it the key finds the rows.
  await tx.execute(sql`delete from ${table} where ${isOf(dimensions)}`);
  await tx.execute(insert(countTotal(bucket)));
  await tx.execute(insert(countBots(bucket)));
  for (const dimension of countedDimensions) await tx.execute(insert(countValues(bucket, dimension)));
  // Where all values have their row, their events add up to the total.
  const { rows } = await tx.execute<{ dimension: CountedColumn }>(sql`
    select dimension from ${table} where ${isOf(countedDimensions)} group by dimension
    having sum(events) < (select events from ${table} where ${isOf(["total"])})`);
  for (const { dimension } of rows) {
    const kept = sql`select value from ${table} where ${isOf([dimension])}`;
    await tx.execute(insert(countOthers(bucket, dimension, kept)));
  }
}
