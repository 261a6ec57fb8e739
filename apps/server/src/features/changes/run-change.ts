import type { OrganizationId } from "@lintel/contract";
import { sql } from "drizzle-orm";
import type { Database, Transaction } from "../../db/database.js";
import type { Signals } from "../../db/signals.js";
import type { Exclusion, RunChange } from "./change.js";
import { PendingChange } from "./pending-change.js";

export function createRunChange(database: Database, signals: Signals): RunChange {
  return async (organizationId, actor, exclusion, work) => {
    const [result, signal] = await database.transaction(async (tx) => {
      await exclude(tx, organizationId, exclusion);
      const pending = new PendingChange(tx, organizationId, actor);
      const result = await work(pending);
      return [result, await pending.write(signals)] as const;
    });
    if (signal) signals.dispatch(signal);
    return result;
  };
}

async function exclude(tx: Transaction, organizationId: OrganizationId, exclusion: Exclusion): Promise<void> {
  const key = sql`hashtextextended(${organizationId}, 0)`;
  await tx.execute(
    exclusion === "exclusive"
      ? sql`select pg_advisory_xact_lock(${key})`
      : sql`select pg_advisory_xact_lock_shared(${key})`,
  );
}
