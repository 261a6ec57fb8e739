import type { OrganizationId } from "@lintel/contract";
import type { Pool } from "pg";
import type { Logger } from "pino";
import type { Signal, Signals } from "../../../db/signals.js";
import type { AddressGuard } from "../../../outgoing/address-guard.js";
import { createGuardedAgent } from "../../../outgoing/guarded-agent.js";
import type { Cuts } from "../../../outgoing/post.js";
import type { SecretBox } from "../../../secret-box.js";
import { createSecretReader } from "../signing-secret.js";
import { Claims } from "./claim.js";
import { DeliveryCounts } from "./delivery-counts.js";
import { FanOut } from "./fan-out.js";
import { Lanes, type Target, type Task } from "./lanes.js";
import { neededMilliseconds } from "./lease.js";
import { Recorder } from "./recorder.js";
import { Repeat } from "./repeat.js";
import { type Sent, sendDelivery } from "./send-delivery.js";
import { releaseDeliveries } from "./store.js";

/** How often the database is asked without anybody ringing: retries fall due by themselves. */
const everyMilliseconds = 1_000;

/** How long an endpoint may only fail before it is disabled. */
const failingPatience = 5 * 24 * 3_600_000;

/** How long attempts that run may take to end when the service stops, before they are cut off. */
const stopPatience = 4_000;

export interface EngineOptions {
  pool: Pool;
  signals: Signals;
  guard: AddressGuard;
  secrets: SecretBox;
  log: Pick<Logger, "error" | "info">;
  disable(target: Target, reason: "gone" | "failing"): Promise<void>;
  now?: () => number;
}

export interface DeliveryEngine {
  counts: DeliveryCounts;
  start(): void;
  /** Takes nothing new, lets what runs end or cuts it off, and gives back what was not sent. */
  stop(): Promise<void>;
}

/** Makes deliveries of events, sends them, and records what came of it. Any number of processes do so together. */
export function createDeliveryEngine(options: EngineOptions): DeliveryEngine {
  const { pool, signals, guard, secrets, log, disable, now = Date.now } = options;
  const lanes = new Lanes(now);
  const counts = new DeliveryCounts(lanes);
  const agent = createGuardedAgent(guard);
  const readSecret = createSecretReader(secrets);
  const cuts: Cuts = new Set();
  const running = new Set<Promise<void>>();
  const fanOut = new FanOut(pool, lanes, now);
  const claims = new Claims(pool, lanes, now);
  let stopped = false;
  let isCutOff = false;
  /** Whether something waits in the database for a receiver to have its hands free. */
  let left = false;

  const fanningOut = new Repeat(
    "making deliveries",
    async () => {
      const round = await fanOut.round();
      take(round.tasks);
      if (round.left > 0) claiming.ring();
      return round.again;
    },
    everyMilliseconds,
    log,
  );

  const claiming = new Repeat(
    "taking deliveries",
    async () => {
      lanes.tidy();
      const round = await claims.round();
      take(round.tasks);
      left = round.left;
      counts.overdueMilliseconds = round.overdue;
      pump();
      return round.again;
    },
    everyMilliseconds,
    log,
  );

  const recorder = new Recorder(pool, log, (group) => {
    for (const sent of group) {
      lanes.settled(sent.task);
      consider(sent);
    }
    if (left) claiming.ring();
  });

  function take(tasks: readonly Task[]): void {
    for (const task of tasks) lanes.add(task);
    pump();
  }

  function pump(): void {
    for (let task = stopped ? undefined : lanes.next(); task; task = lanes.next()) track(send(task));
  }

  function track(work: Promise<void>): void {
    running.add(work);
    void work.finally(() => running.delete(work));
  }

  async function send(task: Task): Promise<void> {
    if (task.leasedUntil - now() < neededMilliseconds) {
      lanes.passed(task);
      await giveBack([task]);
      return;
    }
    const sent = await sendDelivery({ agent, readSecret, now }, task, cuts);
    const paused = lanes.landed(task, sent.behaviour);
    // One that was cut off by us says nothing about its receiver; it is made again.
    if (isCutOff && sent.record.responseStatus === null) await giveBack([task]);
    else {
      counts.count(sent);
      recorder.add(sent);
    }
    if (paused.length > 0) await giveBack(paused, now() + sent.behaviour.pause);
    pump();
  }

  async function giveBack(tasks: readonly Task[], dueAt: number = now()): Promise<void> {
    try {
      if (tasks.length > 0) await releaseDeliveries(pool, tasks, new Date(dueAt));
    } catch (err) {
      log.error(
        { err, deliveries: tasks.length },
        "Webhooks: deliveries were not given back; their leases end.",
      );
    } finally {
      for (const task of tasks) lanes.settled(task);
    }
  }

  /** What an attempt means for its endpoint. */
  function consider({ task: { target }, record, isGone }: Sent): void {
    const since = target.failingSince?.getTime() ?? Number.POSITIVE_INFINITY;
    const isFailing = record.outcome !== "success" && record.at.getTime() - since >= failingPatience;
    if (!isGone && !isFailing) return;
    const disabling = disable(target, isGone ? "gone" : "failing").catch((err: unknown) => {
      log.error({ err, endpoint: target.id }, "A webhook endpoint could not be disabled.");
    });
    track(disabling);
  }

  function cutOff(): void {
    isCutOff = true;
    for (const cut of cuts) cut();
  }

  /** What was said of endpoints before a change of them is forgotten, before anything is sent by it. */
  function forget(organizationId?: OrganizationId): void {
    track(giveBack(lanes.drain(organizationId)).then(() => claiming.ring()));
  }

  function hear(signal: Signal | "missed"): void {
    if (stopped) return;
    if (signal === "missed") forget();
    else if (signal.webhooks === "changed") forget(signal.organizationId);
    else if (signal.webhooks === "due") claiming.ring();
    if (signal === "missed" || signal.events) fanningOut.ring();
  }
  let unsubscribe = (): void => {};

  return {
    counts,
    start() {
      unsubscribe = signals.subscribe(hear);
      recorder.start();
      fanningOut.start();
      claiming.start();
    },
    async stop() {
      stopped = true;
      unsubscribe();
      await Promise.all([fanningOut.stop(), claiming.stop()]);
      await giveBack(lanes.drain());
      const patience = setTimeout(cutOff, stopPatience);
      await Promise.all(running);
      clearTimeout(patience);
      await recorder.close();
      await Promise.all(running);
      await agent.destroy();
    },
  };
}
