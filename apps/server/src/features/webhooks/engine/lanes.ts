import type { DeliveryId, EventId, OrganizationId, WebhookEndpointId } from "@lintel/contract";
import type { PreviousSecret } from "../../../db/schema/index.js";

/** An endpoint as the last read of it said. */
export interface Target {
  organizationId: OrganizationId;
  id: WebhookEndpointId;
  url: string;
  secret: Buffer;
  previousSecrets: PreviousSecret[];
  failingSince: Date | null;
}

/** A delivery that this process has in hand. */
export interface Task {
  organizationId: OrganizationId;
  id: DeliveryId;
  target: Target;
  eventId: EventId;
  body: string;
  step: number;
  /** Until when nobody else takes it, in milliseconds. */
  leasedUntil: number;
}

/** How a receiver behaved, as far as it says how many requests it can take at once. */
export interface Behaviour {
  succeeded: boolean;
  timedOut: boolean;
  milliseconds: number;
  /** For how long it asked to be left alone, in milliseconds. */
  pause: number;
}

export const laneLimits = {
  /** Requests at once in all, to one organization's endpoints, and to one endpoint. */
  inFlight: 500,
  organization: 64,
  endpoint: 32,
  /** With how many at once an endpoint begins that nothing is known of. */
  start: 8,
  /** Deliveries in hand in all, and of one organization, sent or waiting for their turn. */
  held: 2_000,
  heldOfOrganization: 400,
  slowMilliseconds: 5_000,
  longestPause: 300_000,
  forgetAfter: 900_000,
};

interface Tenant {
  lanes: Set<Lane>;
  inFlight: number;
  held: number;
}

interface Lane {
  id: WebhookEndpointId;
  organizationId: OrganizationId;
  tenant: Tenant;
  queue: Task[];
  inFlight: number;
  /** In hand, until what came of it is recorded. */
  held: number;
  /** How many it may have in flight. */
  width: number;
  pausedUntil: number;
  usedAt: number;
}

/**
 * Whose turn it is. Every endpoint has a lane of its own, and lanes take turns, so that no receiver waits for another.
 * A lane is as wide as its receiver is quick: it grows with each success and narrows with each failure, to one where
 * answers never come.
 */
export class Lanes {
  #lanes = new Map<WebhookEndpointId, Lane>();
  #tenants = new Map<OrganizationId, Tenant>();
  /** Lanes with something to send, in the order of their turns. */
  #ready = new Set<Lane>();
  inFlight = 0;
  held = 0;

  constructor(private readonly now: () => number = Date.now) {}

  /** How many more deliveries of an endpoint may be taken in hand, besides what the organization is about to take. */
  room(organizationId: OrganizationId, endpointId: WebhookEndpointId, taking = 0): number {
    const lane = this.#lanes.get(endpointId);
    if (lane && lane.pausedUntil > this.now()) return 0;
    // More than are in flight at once, so that a receiver never waits for the database.
    const own = (lane?.width ?? laneLimits.start) * 8 - (lane?.held ?? 0);
    const shared = laneLimits.heldOfOrganization - (this.#tenants.get(organizationId)?.held ?? 0) - taking;
    return Math.max(0, Math.min(own, shared, laneLimits.held - this.held));
  }

  add(task: Task): void {
    const lane = this.#laneOf(task);
    lane.queue.push(task);
    this.#hold(lane, 1);
    this.#ready.add(lane);
  }

  /** The next delivery to send, or nothing while every receiver has its hands full. */
  next(): Task | undefined {
    if (this.inFlight >= laneLimits.inFlight) return undefined;
    const now = this.now();
    for (const lane of this.#ready) {
      this.#ready.delete(lane);
      if (!mayStart(lane, now)) continue;
      const task = lane.queue.shift();
      if (!task) continue;
      lane.usedAt = now;
      this.#fly(lane, 1);
      if (lane.queue.length > 0) this.#ready.add(lane);
      return task;
    }
    return undefined;
  }

  /** The request is over; the task stays in hand until it is `settled`. Answers with those to give back for a pause. */
  landed(task: Task, { succeeded, timedOut, milliseconds, pause }: Behaviour): Task[] {
    const lane = this.#laneOf(task);
    this.#fly(lane, -1);
    if (timedOut) lane.width = 1;
    else if (!succeeded || milliseconds > laneLimits.slowMilliseconds)
      lane.width = Math.max(2, lane.width >> 1);
    else lane.width = Math.min(laneLimits.endpoint, lane.width + 1);
    // A place became free, for another lane of the organization too.
    for (const other of lane.tenant.lanes) if (other.queue.length > 0) this.#ready.add(other);
    if (pause <= 0) return [];
    lane.pausedUntil = this.now() + Math.min(pause, laneLimits.longestPause);
    return lane.queue.splice(0);
  }

  /** Its turn came and nothing was sent, which says nothing about the receiver. */
  passed(task: Task): void {
    this.#fly(this.#laneOf(task), -1);
  }

  /** It is no longer in this process's hands: recorded, or given back. */
  settled(task: Task): void {
    this.#hold(this.#laneOf(task), -1);
  }

  /** Takes what was not begun out of the lanes of one organization, or of all: to be given back. */
  drain(organizationId?: OrganizationId): Task[] {
    const drained: Task[] = [];
    for (const lane of this.#lanes.values())
      if (organizationId === undefined || lane.organizationId === organizationId)
        drained.push(...lane.queue.splice(0));
    return drained;
  }

  /** Takes up lanes that waited without anything that would wake them, and forgets those that nothing uses. */
  tidy(): void {
    const now = this.now();
    for (const lane of this.#lanes.values()) {
      if (lane.queue.length > 0) this.#ready.add(lane);
      else if (lane.held === 0 && now - lane.usedAt > laneLimits.forgetAfter) this.#forget(lane);
    }
  }

  #forget(lane: Lane): void {
    this.#lanes.delete(lane.id);
    lane.tenant.lanes.delete(lane);
    if (lane.tenant.lanes.size === 0) this.#tenants.delete(lane.organizationId);
  }

  #fly(lane: Lane, step: 1 | -1): void {
    lane.inFlight += step;
    lane.tenant.inFlight += step;
    this.inFlight += step;
  }

  #hold(lane: Lane, step: 1 | -1): void {
    lane.held += step;
    lane.tenant.held += step;
    this.held += step;
  }

  #laneOf({ organizationId, target: { id } }: Task): Lane {
    const known = this.#lanes.get(id);
    if (known) return known;
    const tenant = this.#tenants.get(organizationId) ?? { lanes: new Set(), inFlight: 0, held: 0 };
    const lane: Lane = {
      id,
      organizationId,
      tenant,
      queue: [],
      inFlight: 0,
      held: 0,
      width: laneLimits.start,
      pausedUntil: 0,
      usedAt: this.now(),
    };
    tenant.lanes.add(lane);
    this.#tenants.set(organizationId, tenant);
    this.#lanes.set(id, lane);
    return lane;
  }
}

const mayStart = (lane: Lane, now: number): boolean =>
  lane.inFlight < lane.width && lane.tenant.inFlight < laneLimits.organization && lane.pausedUntil <= now;
