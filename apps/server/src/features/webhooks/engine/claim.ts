import type { Pool } from "pg";
import type { Lanes, Task } from "./lanes.js";
import { leaseMilliseconds } from "./lease.js";
import { writeBody } from "./sign-delivery.js";
import { type Backlog, type Claimed, claimDeliveries, listBacklogs, type Share } from "./store.js";

/** How many endpoints are looked at in one round. */
const endpointsARound = 500;

export interface ClaimRound {
  tasks: Task[];
  /** Whether another round may find more at once. */
  again: boolean;
  /** Whether anything is due that there was no room for, or may be. */
  left: boolean;
  /** How long the oldest delivery that this round saw has been due, in milliseconds. */
  overdue: number;
}

/** Takes due deliveries in hand, endpoint by endpoint, and only as many as their receivers can take. */
export class Claims {
  #behind = { organizationId: "", endpointId: "" };

  constructor(
    private readonly pool: Pool,
    private readonly lanes: Lanes,
    private readonly now: () => number,
  ) {}

  async round(): Promise<ClaimRound> {
    const backlogs = await listBacklogs(this.pool, this.#behind, endpointsARound);
    const isLast = backlogs.length < endpointsARound;
    const wasFirst = this.#behind.organizationId === "";
    this.#behind = (!isLast && backlogs.at(-1)) || { organizationId: "", endpointId: "" };
    const now = this.now();
    const due = backlogs.filter(({ nextAt }) => nextAt.getTime() <= now);
    const overdue = Math.max(0, ...due.map(({ nextAt }) => now - nextAt.getTime()));
    const shares = this.#shares(due);
    const leasedUntil = now + leaseMilliseconds;
    const claimed =
      shares.length > 0 ? await claimDeliveries(this.pool, shares, new Date(now), new Date(leasedUntil)) : [];
    const tasks = claimed.map((one) => toTask(one, leasedUntil));
    return { tasks, again: claimed.length > 0 || !isLast || !wasFirst, left: due.length > 0, overdue };
  }

  /** Room is counted once for all, so that the endpoints of one organization cannot each take all of it. */
  #shares(due: readonly Backlog[]): Share[] {
    const shares: Share[] = [];
    const taken = new Map<string, number>();
    for (const { organizationId, endpointId } of due) {
      const before = taken.get(organizationId) ?? 0;
      const room = this.lanes.room(organizationId, endpointId, before);
      if (room === 0) continue;
      taken.set(organizationId, before + room);
      shares.push({ organizationId, endpointId, room });
    }
    return shares;
  }
}

const toTask = ({ endpointId, eventType, eventAt, data, ...claimed }: Claimed, leasedUntil: number): Task => {
  const { organizationId, id, eventId, step, ...target } = claimed;
  return {
    organizationId,
    id,
    target: { ...target, organizationId, id: endpointId },
    eventId,
    body: writeBody({ type: eventType, at: eventAt, data }),
    step,
    leasedUntil,
  };
};
