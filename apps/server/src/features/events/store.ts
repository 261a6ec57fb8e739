import type { OrganizationId } from "@lintel/contract";
import { and, eq, lt, sql } from "drizzle-orm";
import type pg from "pg";
import { copyRows } from "../../db/copy-rows.js";
import type { Queries } from "../../db/database.js";
import { eventBatches, eventMarks, eventSalts } from "../../db/schema/index.js";
import { writtenColumns } from "./ingest/event-row.js";

const copyStatement = `copy events (${writtenColumns.join(", ")}) from stdin`;

export const copyEvents = (client: pg.ClientBase, rows: Buffer): Promise<void> =>
  copyRows(client, copyStatement, rows);

type Salt = typeof eventSalts.$inferSelect;

/** The salt of a day: the one there is, or the one given, whichever process is first. */
export async function findOrMakeSalt(queries: Queries, made: Salt): Promise<Buffer> {
  await queries.insert(eventSalts).values(made).onConflictDoNothing();
  const [found] = await queries
    .select({ salt: eventSalts.salt })
    .from(eventSalts)
    .where(and(eq(eventSalts.organizationId, made.organizationId), eq(eventSalts.day, made.day)));
  return found!.salt;
}

export async function deleteSaltsBefore(queries: Queries, day: string): Promise<number> {
  return (await queries.delete(eventSalts).where(lt(eventSalts.day, day))).rowCount ?? 0;
}

export type KeptBatch = typeof eventBatches.$inferSelect;

/** Keeps the batches whose keys are new, and answers with those. Waits for another process that is at one of them. */
export async function keepBatches(queries: Queries, batches: readonly KeptBatch[]) {
  if (batches.length === 0) return [];
  return await queries
    .insert(eventBatches)
    .values([...batches])
    .onConflictDoNothing()
    .returning({ organizationId: eventBatches.organizationId, key: eventBatches.key });
}

export async function findKeptBatch(queries: Queries, organizationId: OrganizationId, key: string) {
  const [found] = await queries
    .select()
    .from(eventBatches)
    .where(and(eq(eventBatches.organizationId, organizationId), eq(eventBatches.key, key)));
  return found;
}

export async function deleteKeptBatchesBefore(queries: Queries, instant: Date): Promise<number> {
  return (await queries.delete(eventBatches).where(lt(eventBatches.at, instant))).rowCount ?? 0;
}

export interface Mark {
  organizationId: OrganizationId;
  hour: Date;
}

export async function insertMarks(queries: Queries, marks: readonly Mark[]): Promise<void> {
  await queries.insert(eventMarks).values([...marks]);
}

/** The days that events can be stored for, oldest first. */
export async function listPartitions(queries: Queries): Promise<string[]> {
  const { rows } = await queries.execute<{ name: string }>(sql`
    select child.relname as name from pg_inherits
    join pg_class child on child.oid = inhrelid
    where inhparent = 'events'::regclass order by 1`);
  return rows.map(({ name }) => name.slice("events_".length).replaceAll("_", "-"));
}

const partitionOf = (day: string) => sql.identifier(`events_${day.replaceAll("-", "_")}`);

/** Attaching waits for nobody who reads or writes; to create it as a partition would. */
export async function createPartition(queries: Queries, day: string, nextDay: string): Promise<void> {
  await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended('lintel event partitions', 0))`);
  if ((await listPartitions(queries)).includes(day)) return;
  const name = partitionOf(day);
  await queries.execute(sql`create table ${name} (like events including defaults including storage)`);
  const [from, to] = [day, nextDay].map((date) => sql.raw(`'${date} 00:00:00+00'`));
  await queries.execute(
    sql`alter table events attach partition ${name} for values from (${from}) to (${to})`,
  );
}

/** Gives up soon where somebody reads: those who come after would all wait with it. */
export async function dropPartition(queries: Queries, day: string): Promise<void> {
  await queries.execute(sql`set local lock_timeout = '500ms'`);
  await queries.execute(sql`drop table ${partitionOf(day)}`);
}
