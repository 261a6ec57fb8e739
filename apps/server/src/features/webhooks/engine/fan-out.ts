import type { EventId, OrganizationId, WebhookEndpointId } from "@lintel/contract";
import type { Pool, PoolClient } from "pg";
import { newId } from "../../../db/new-id.js";
import type { Lanes, Task } from "./lanes.js";
import { leaseMilliseconds } from "./lease.js";
import { writeBody } from "./sign-delivery.js";
import {
  insertDeliveries,
  type Listener,
  listListeners,
  lockWaitingEvents,
  type NewDelivery,
  readEventData,
  type WaitingEvent,
} from "./store.js";

/** How many events of one organization are taken before the next has its turn, and how many at once. */
const quantum = { ofEach: 200, inAll: 500 };

export interface FannedOut {
  /** Whether another round may find more. */
  again: boolean;
  /** Deliveries that wait in the database, because their receivers have their hands full. */
  left: number;
  /** Deliveries that are in hand from the start, which spares taking them later. */
  tasks: Task[];
}

interface Planned {
  delivery: NewDelivery;
  event: WaitingEvent;
  target: Listener;
}

/**
 * Makes the deliveries of events, all of an event's at once and exactly once. Several processes may do it together:
 * each passes over the events that another one has locked.
 */
export class FanOut {
  #behind = "";

  constructor(
    private readonly pool: Pool,
    private readonly lanes: Lanes,
    private readonly now: () => number,
  ) {}

  /** One round over the organizations, in turns. */
  async round(): Promise<FannedOut> {
    return await inTransaction(this.pool, async (client) => {
      const events = await lockWaitingEvents(client, this.#behind, quantum);
      // A round that did not begin at the front passed over what lies there.
      const again = events.length > 0 || this.#behind !== "";
      this.#behind = (events.length === quantum.inAll && events.at(-1)?.organizationId) || "";
      if (events.length === 0) return { again, left: 0, tasks: [] };
      const now = this.now();
      const organizations = new Set(events.map(({ organizationId }) => organizationId));
      const listeners = await listListeners(client, [...organizations]);
      const planned = this.#plan(events, listeners, now);
      const deliveries = planned.map(({ delivery }) => delivery);
      await insertDeliveries(client, deliveries, events, new Date(now));
      const inHand = planned.filter(({ delivery }) => delivery.status === "sending");
      const data = new Map<EventId, unknown>();
      if (inHand.length > 0)
        for (const { id, data: said } of await readEventData(client, distinct(inHand))) data.set(id, said);
      return {
        again,
        left: planned.length - inHand.length,
        tasks: inHand.map((one) => toTask(one, data.get(one.event.id))),
      };
    });
  }

  #plan(events: readonly WaitingEvent[], listeners: readonly Listener[], now: number): Planned[] {
    const byOrganization = new Map<OrganizationId, Listener[]>();
    for (const listener of listeners) {
      const others = byOrganization.get(listener.organizationId);
      if (others) others.push(listener);
      else byOrganization.set(listener.organizationId, [listener]);
    }
    const rooms = new Map<WebhookEndpointId, number>();
    const inHandUntil = new Date(now + leaseMilliseconds);
    return events.flatMap((event) => {
      const targets = (byOrganization.get(event.organizationId) ?? []).filter((one) => isFor(one, event));
      return targets.map((target) => {
        const { organizationId } = event;
        const room = rooms.get(target.id) ?? this.lanes.room(organizationId, target.id);
        rooms.set(target.id, room - 1);
        const turn =
          room > 0
            ? { status: "sending" as const, nextAt: inHandUntil }
            : { status: "pending" as const, nextAt: new Date(now) };
        const delivery: NewDelivery = {
          organizationId,
          id: newId("delivery"),
          endpointId: target.id,
          eventId: event.id,
          eventType: event.type,
          ...turn,
        };
        return { delivery, event, target };
      });
    });
  }
}

/** What happened before an endpoint was there is none of its business. */
const isFor = ({ events, createdAt }: Listener, { type, at }: WaitingEvent): boolean =>
  events.includes(type) && createdAt <= at;

const distinct = (planned: readonly Planned[]): WaitingEvent[] => [
  ...new Set(planned.map(({ event }) => event)),
];

const toTask = ({ delivery, event, target }: Planned, data: unknown): Task => ({
  organizationId: delivery.organizationId,
  id: delivery.id,
  target,
  eventId: event.id,
  body: writeBody({ type: event.type, at: event.at, data }),
  step: 0,
  leasedUntil: delivery.nextAt.getTime(),
});

/** Runs work in one transaction on a connection of its own. */
async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    client.release();
    return result;
  } catch (error) {
    // A connection that cannot even roll back is of no use to anybody.
    await client.query("rollback").then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    );
    throw error;
  }
}
