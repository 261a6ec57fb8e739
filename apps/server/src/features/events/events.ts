import type { ApiKeyId, EventBatch, OrganizationId } from "@lintel/contract";
import type { Database } from "../../db/database.js";
import type { OverCap } from "../billing/over-cap.js";
import { BatchQueue, type QueueLimits } from "./ingest/batch-queue.js";
import type { Repeatable } from "./ingest/idempotency-key.js";
import { Partitions } from "./ingest/partitions.js";
import { reduceBatch } from "./ingest/reduce-batch.js";
import { VisitorDigests } from "./ingest/visitor-digest.js";
import { createWriteBatches, type QueuedBatch } from "./ingest/write-batches.js";
import type { Rests } from "./rollups/roll-up.js";

export interface EventOptions {
  database: Database;
  overCap: Pick<OverCap, "isOverCap">;
  /** How many days events are kept. What they were counted to stays. */
  retentionDays?: number;
  now?: () => number;
  queueLimits?: QueueLimits;
}

export type Events = ReturnType<typeof createEvents>;

/** Taking events in, and what belongs to it. */
export function createEvents(options: EventOptions) {
  const { database, overCap, retentionDays = 90, now = Date.now, queueLimits } = options;
  const digests = new VisitorDigests(database);
  const partitions = new Partitions(database);
  const rests: Rests = new Map();
  const queue = new BatchQueue<QueuedBatch>(createWriteBatches(database, partitions), queueLimits);

  return {
    database,
    digests,
    partitions,
    retentionDays,
    now,
    rests,
    /** Stores a batch for good and says how many events were accepted. */
    async ingest(
      organizationId: OrganizationId,
      batch: EventBatch,
      repeatable?: Repeatable,
      keyId?: ApiKeyId,
    ): Promise<number> {
      const receivedAt = now();
      const overQuota = await overCap.isOverCap(organizationId, "events", new Date(receivedAt));
      const reduction = { organizationId, receivedAt, keyId, overQuota, digests };
      const reduced = await reduceBatch(batch, reduction);
      return queue.add({ ...reduced, repeatable });
    },
    close: () => queue.drained(),
  };
}
