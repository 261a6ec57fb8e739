import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import type { Queries } from "../../db/database.js";
import { rateBudgets } from "../../db/schema/index.js";

export interface Ask {
  organizationId: string;
  bucket: string;
  wanted: number;
}

export interface Grant {
  organizationId: string;
  bucket: string;
  granted: number;
  /** Seconds until the budget is full again. */
  seconds: number;
}

/**
 * What a row holds of tokens now: those that are not there yet come back one every $2 seconds, until it is full.
 * Never more is given out than the row holds, whoever asks at the same time: the row is locked meanwhile. The
 * thousandth makes up for instants being rounded.
 */
const grant =
  "greatest(0, least(excluded.granted, floor($1::float8 - greatest(0, extract(epoch from held.full_at - now())::float8) / $2::float8 + 0.001)))::int";

// A budget that a crash makes a little fuller harms nobody, so the commit does not wait for the disk. In order of the
// key, so that two statements never wait for each other.
const statement = `
  insert into rate_budgets as held (organization_id, bucket, granted, full_at)
  select asked.organization_id, asked.bucket, least(asked.wanted, $1::float8)::int,
    now() + least(asked.wanted, $1::float8) * $2::float8 * interval '1 second'
  from unnest($3::text[], $4::text[], $5::int[]) as asked(organization_id, bucket, wanted),
    (select set_config('synchronous_commit', 'off', true)) as unhurried
  order by 1, 2
  on conflict (organization_id, bucket) do update set
    granted = ${grant},
    full_at = greatest(held.full_at, now()) + ${grant} * $2::float8 * interval '1 second'
  returning organization_id as "organizationId", bucket, granted,
    extract(epoch from full_at - now())::float8 as seconds`;

/** Takes tokens of several budgets of one kind: each at most `capacity`, and one more every `secondsPerToken`. */
export async function leaseTokens(
  pool: Pick<Pool, "query">,
  capacity: number,
  secondsPerToken: number,
  asks: readonly Ask[],
): Promise<Grant[]> {
  const { rows } = await pool.query<Grant>(statement, [
    capacity,
    secondsPerToken,
    asks.map((ask) => ask.organizationId),
    asks.map((ask) => ask.bucket),
    asks.map((ask) => ask.wanted),
  ]);
  return rows;
}

/**
 * A budget that is full reads the same without its row. Rows that are being leased from are passed over: they are not
 * full, and waiting for them in another order than the leases' could stop both.
 */
export async function deleteFullBudgets(queries: Queries): Promise<number> {
  const { rowCount } = await queries.execute(sql`
    delete from ${rateBudgets} where (organization_id, bucket) in (
      select organization_id, bucket from ${rateBudgets} where full_at < now() for update skip locked)`);
  return rowCount ?? 0;
}
