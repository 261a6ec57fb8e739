import { mostChangedEntries, type OrganizationId } from "@lintel/contract";
import { eq, type SQL, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.js";
import { contentChanges } from "../../db/schema/index.js";
import type { ChangedEntry, ContentChange } from "./content-changes.js";

export async function insertContentChange(
  tx: Transaction,
  organizationId: OrganizationId,
  change: ContentChange,
): Promise<void> {
  await tx.insert(contentChanges).values({ organizationId, ...change });
}

const milliseconds = (time: SQL) => sql<number>`(extract(epoch from ${time}) * 1000)::float8`;
const ageOfOldest = milliseconds(sql`clock_timestamp() - min(${contentChanges.at})`);

/** Every organization with an open window, and how many milliseconds ago it was opened. */
export async function listOpenWindows(
  queries: Queries,
): Promise<{ organizationId: OrganizationId; age: number }[]> {
  return await queries
    .select({ organizationId: contentChanges.organizationId, age: ageOfOldest })
    .from(contentChanges)
    .groupBy(contentChanges.organizationId);
}

/** How many milliseconds ago the organization's window was opened; null while none is open. */
export async function readWindowAge(tx: Transaction, organizationId: OrganizationId): Promise<number | null> {
  const [row] = await tx
    .select({ age: ageOfOldest })
    .from(contentChanges)
    .where(eq(contentChanges.organizationId, organizationId));
  return row?.age ?? null;
}

/** Whether this transaction alone may close the organization's window. */
export async function takeWindow(tx: Transaction, organizationId: OrganizationId): Promise<boolean> {
  const key = sql`hashtextextended(${`content window ${organizationId}`}, 0)`;
  const { rows } = await tx.execute<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(${key}) as mine`);
  return rows[0]?.mine ?? false;
}

export interface Folded {
  /** When the first and the last of the changes were made, in milliseconds since 1970. */
  from: number;
  to: number;
  model: boolean;
  related: boolean;
  /** Most changed first. */
  types: { slug: string; created: number; updated: number; deleted: number }[];
  /** Each entry once, the last changed first, as many as one event names. */
  entries: (Omit<ChangedEntry, "previousSlug"> & { previousSlug: string | null })[];
  /** How many entries there are in all. */
  total: number;
}

/**
 * Takes out all that is committed by now, and folds it: one row an entry, whatever was done to it. In SQL, because a
 * minute of many writers is more than should pass through memory.
 */
export async function takeContentChanges(tx: Transaction, organizationId: OrganizationId): Promise<Folded> {
  const { rows } = await tx.execute<Folded & Record<string, unknown>>(sql`
    with gone as (
      delete from ${contentChanges} where organization_id = ${organizationId}
      returning id, at, model, related, entries
    ), steps as (
      select item ->> 'id' as entry, item ->> 'type' as type, item ->> 'slug' as slug,
        coalesce(item ->> 'previousSlug', item ->> 'slug') as slug_before, item ->> 'change' as change,
        row_number() over (order by gone.id, ordinal) as place
      from gone, jsonb_array_elements(gone.entries) with ordinality as listed(item, ordinal)
    ), ends as (
      select entry, max(place) as place,
        (array_agg(type order by place desc))[1] as type,
        (array_agg(slug order by place desc))[1] as slug,
        (array_agg(slug_before order by place))[1] as slug_before,
        (array_agg(change order by place))[1] as first,
        (array_agg(change order by place desc))[1] as last
      from steps group by entry
    ), folded as (
      select entry, place, type, slug, slug_before,
        case when last = 'deleted' then 'deleted' when first = 'created' then 'created' else 'updated' end as change
      from ends
    ), types as (
      select type as slug, count(*)::int as entries,
        (count(*) filter (where change = 'created'))::int as created,
        (count(*) filter (where change = 'updated'))::int as updated,
        (count(*) filter (where change = 'deleted'))::int as deleted
      from folded group by type
    ), named as (
      select * from folded order by place desc limit ${mostChangedEntries}
    )
    select ${milliseconds(sql`min(at)`)} as "from", ${milliseconds(sql`max(at)`)} as "to", bool_or(model) as model, bool_or(related) as related,
      (select count(*)::int from folded) as total,
      (select coalesce(jsonb_agg(to_jsonb(types) - 'entries' order by entries desc, slug), '[]') from types) as types,
      (select coalesce(jsonb_agg(jsonb_build_object(
        'id', entry, 'type', type, 'slug', slug, 'change', change,
        'previousSlug', case when change <> 'created' and slug_before <> slug then slug_before end
      ) order by place desc), '[]') from named) as entries
    from gone`);
  return rows[0]!;
}
