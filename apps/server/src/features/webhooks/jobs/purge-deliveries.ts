import { webhookLimits } from "@lintel/contract";
import { sql } from "drizzle-orm";
import type { Database } from "../../../db/database.js";
import { firstIdAt } from "../../../db/new-id.js";
import { organizations, webhookAttempts, webhookDeliveries } from "../../../db/schema/index.js";

const day = 24 * 3_600_000;
/** Rows removed in one statement: of one organization, and in all. */
const most = { ofEach: 1_000, inAll: 5_000 };

/**
 * Removes deliveries and their attempts when they are old. Ids are ordered by time and lead every key, so the old rows
 * of each organization stand together, and no index of their age is kept. An old delivery that waits for a retry
 * somebody asked for goes too: what it would send is about to go as well.
 */
export async function purgeDeliveries(
  database: Database,
  now: Date,
): Promise<{ attempts: number; deliveries: number }> {
  const before = firstIdAt("delivery", new Date(now.getTime() - webhookLimits.days * day));

  async function removeAll(table: typeof webhookAttempts | typeof webhookDeliveries): Promise<number> {
    const id = sql.identifier(table === webhookAttempts ? "delivery_id" : "id");
    let removed = 0;
    for (;;) {
      const { rowCount } = await database.execute(sql`
        delete from ${table} as stored using (
          select old.organization_id, old.id from ${organizations} as organization
          cross join lateral (
            select distinct organization_id, ${id} as id from ${table}
            where organization_id = organization.id and ${id} < ${before}
            order by ${id} limit ${most.ofEach}
          ) as old limit ${most.inAll}
        ) as old
        where stored.organization_id = old.organization_id and stored.${id} = old.id`);
      if (!rowCount) return removed;
      removed += rowCount;
    }
  }

  const attempts = await removeAll(webhookAttempts);
  return { attempts, deliveries: await removeAll(webhookDeliveries) };
}
