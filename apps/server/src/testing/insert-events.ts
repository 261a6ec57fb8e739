import type { OrganizationId } from "@lintel/contract";
import { eventMarks, events } from "../db/schema/index.js";
import type { Events } from "../features/events/events.js";
import { hour } from "../features/events/limits.js";
import { rollUp } from "../features/events/rollups/roll-up.js";

export type StoredEvent = Omit<
  typeof events.$inferInsert,
  "organizationId" | "receivedAt" | "sentTimestamp" | "bot" | "overQuota"
> & {
  bot?: boolean;
};

/** Stores events of any time, as if they had come in then, and counts them. Ingest itself would clamp their times. */
export async function insertEvents(
  service: Events,
  organizationId: OrganizationId,
  given: readonly StoredEvent[],
): Promise<void> {
  const instants = given.map(({ at }) => at.getTime());
  await service.partitions.require(instants);
  const rows = given.map((event) => ({
    bot: false,
    ...event,
    organizationId,
    receivedAt: event.at,
    sentTimestamp: event.at.getTime(),
    overQuota: false,
  }));
  for (let from = 0; from < rows.length; from += 500)
    await service.database.insert(events).values(rows.slice(from, from + 500));
  const hours = [...new Set(instants.map((at) => Math.floor(at / hour) * hour))];
  await service.database
    .insert(eventMarks)
    .values(hours.map((at) => ({ organizationId, hour: new Date(at) })));
  await rollUp(service.database, service.now);
}
