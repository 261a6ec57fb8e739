import type { OrganizationId } from "@lintel/contract";
import { drizzle } from "drizzle-orm/node-postgres";
import type { PoolClient } from "pg";
import { ApiError } from "../../../api/api-error.js";
import type { Database, Transaction } from "../../../db/database.js";
import { errorCodeOf } from "../../../db/error-code.js";
import * as schema from "../../../db/schema/index.js";
import { addUsage } from "../../billing/usage.js";
import { monthOf } from "../../billing/usage-window.js";
import { copyEvents, findKeptBatch, insertMarks, type KeptBatch, keepBatches, type Mark } from "../store.js";
import type { WriteBatches } from "./batch-queue.js";
import type { Repeatable } from "./idempotency-key.js";
import type { Partitions } from "./partitions.js";
import type { ReducedBatch } from "./reduce-batch.js";

export interface QueuedBatch extends ReducedBatch {
  /** Undefined where the request came without an `Idempotency-Key`. */
  repeatable: Repeatable | undefined;
}

type Outcomes = (number | Error)[];

/** Errors of PostgreSQL after which the same may succeed: two transactions stood in each other's way. */
const again = /^40/;
/** Errors that are one batch's own, and not to be shared by those that were written with it. */
const ofOneBatch = /^2[23]/;

/** Writes batches in one transaction: their events, their keys, the marks of their hours, and what they used. */
export function createWriteBatches(database: Database, partitions: Partitions): WriteBatches<QueuedBatch> {
  // One for each connection: to make it reads the whole schema.
  const openings = new WeakMap<PoolClient, ReturnType<typeof open>>();
  const open = (client: PoolClient) => drizzle(client, { schema });

  async function writeTogether(batches: readonly QueuedBatch[]): Promise<Outcomes> {
    const client = await database.$client.connect();
    const opened = openings.get(client) ?? open(client);
    openings.set(client, opened);
    let failed = true;
    try {
      const outcomes = await opened.transaction(async (tx) => {
        const { outcomes, fresh } = await keepKeys(tx, batches);
        if (fresh.length === 0) return outcomes;
        await copyEvents(client, Buffer.concat(fresh.map(({ rows }) => rows)));
        await insertMarks(tx, marksOf(fresh));
        // The last, because others wait for these rows until the commit, and in one order, as they do.
        for (const { organizationId, at, amount } of usageOf(fresh))
          await addUsage(tx, organizationId, "events", at, amount);
        return outcomes;
      });
      failed = false;
      return outcomes;
    } finally {
      client.release(failed);
    }
  }

  return async (batches) => {
    await partitions.require(new Set(batches.flatMap(({ hours }) => [...hours])));
    try {
      return await writeTogether(batches);
    } catch (error) {
      const code = errorCodeOf(error);
      if (again.test(code)) return await writeTogether(batches);
      if (batches.length === 1 || !ofOneBatch.test(code)) throw error;
      const outcomes: Outcomes = [];
      for (const batch of batches) outcomes.push(...(await writeTogether([batch]).catch(asOutcome)));
      return outcomes;
    }
  };
}

const asOutcome = (error: unknown): Outcomes => [error instanceof Error ? error : new Error(String(error))];

/** Tells repeated batches from new ones. A key that was there before is answered as it was then. */
async function keepKeys(
  tx: Transaction,
  batches: readonly QueuedBatch[],
): Promise<{ outcomes: Outcomes; fresh: QueuedBatch[] }> {
  const first = new Map<string, QueuedBatch>();
  for (const batch of batches)
    if (batch.repeatable && !first.has(nameOf(batch))) first.set(nameOf(batch), batch);
  // In one order, so that two processes with the same keys cannot wait for each other.
  const names = [...first.keys()].sort();
  const made = await keepBatches(
    tx,
    names.map((name) => toKept(first.get(name)!)),
  );
  const isMade = new Set(made.map(({ organizationId, key }) => `${organizationId} ${key}`));
  const fresh = batches.filter(
    (batch) => !batch.repeatable || (isMade.has(nameOf(batch)) && first.get(nameOf(batch)) === batch),
  );
  const outcomes: Outcomes = [];
  for (const batch of batches) {
    const isNew = batch.repeatable && isMade.has(nameOf(batch));
    const known = isNew ? first.get(nameOf(batch)) : undefined;
    outcomes.push(known ? repeated(batch, toKept(known)) : await outcomeOf(tx, batch));
  }
  return { outcomes, fresh };
}

async function outcomeOf(tx: Transaction, batch: QueuedBatch): Promise<number | Error> {
  const { organizationId, repeatable, accepted } = batch;
  if (!repeatable) return accepted;
  const kept = await findKeptBatch(tx, organizationId, repeatable.key);
  return kept ? repeated(batch, kept) : new ApiError("SERVICE_UNAVAILABLE");
}

const repeated = ({ repeatable }: QueuedBatch, kept: KeptBatch): number | Error =>
  repeatable?.bodyHash.equals(kept.bodyHash) ? kept.accepted : new ApiError("IDEMPOTENCY_KEY_REUSED");

const nameOf = ({ organizationId, repeatable }: QueuedBatch): string =>
  `${organizationId} ${repeatable?.key}`;

const toKept = ({ organizationId, repeatable, accepted, receivedAt }: QueuedBatch): KeptBatch => ({
  organizationId,
  key: repeatable?.key ?? "",
  bodyHash: repeatable?.bodyHash ?? Buffer.alloc(0),
  accepted,
  at: new Date(receivedAt),
});

function marksOf(batches: readonly QueuedBatch[]): Mark[] {
  const hours = new Map<OrganizationId, Set<number>>();
  for (const batch of batches) {
    const known = hours.get(batch.organizationId) ?? new Set();
    for (const hour of batch.hours) known.add(hour);
    hours.set(batch.organizationId, known);
  }
  return [...hours].flatMap(([organizationId, starts]) =>
    [...starts].map((start) => ({ organizationId, hour: new Date(start) })),
  );
}

interface Used {
  organizationId: OrganizationId;
  at: Date;
  amount: number;
}

/** What each organization used, by month, in the order of their ids. */
function usageOf(batches: readonly QueuedBatch[]): Used[] {
  const used = new Map<string, Used>();
  for (const { organizationId, receivedAt, accepted } of batches) {
    const at = new Date(receivedAt);
    const name = `${organizationId} ${monthOf(at)}`;
    const known = used.get(name) ?? { organizationId, at, amount: 0 };
    known.amount += accepted;
    used.set(name, known);
  }
  return [...used.keys()].sort().map((name) => used.get(name)!);
}
