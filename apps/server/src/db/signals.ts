import type { OrganizationId } from "@lintel/contract";
import { sql } from "drizzle-orm";
import pg from "pg";
import type { Logger } from "pino";
import type { Transaction } from "./database.js";

/** What one process tells all others when a change is committed. */
export interface Signal {
  organizationId: OrganizationId;
  /** The model revision, where the change touched the model. */
  model?: number;
  /** The content revision, where the change touched what readers get. */
  content?: number;
  /** API keys were made or revoked. */
  keys?: true;
  /** Webhook events were written, which wait to be delivered. */
  events?: true;
  /** Readers' content changed, and an event that gathers such changes has to follow. */
  window?: true;
  /** Webhook endpoints were changed, or deliveries to them are due. */
  webhooks?: "changed" | "due";
}

/** `missed` says that signals may have been lost: whoever caches must forget everything. */
export type SignalListener = (signal: Signal | "missed") => void;

const channel = "lintel";

/**
 * The line between processes: PostgreSQL's NOTIFY, sent by the transaction itself and so heard only when it
 * committed. While the line is down `connected` is false and nothing may be served from a cache.
 */
export class Signals {
  #listeners = new Set<SignalListener>();
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #stopped = false;
  connected = false;

  constructor(
    private readonly settings: pg.ClientConfig,
    private readonly log: Pick<Logger, "warn">,
  ) {}

  subscribe(listener: SignalListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sends with the transaction. Who runs the transaction calls `dispatch` after its commit. */
  async publish(tx: Transaction, signal: Signal): Promise<void> {
    await tx.execute(sql`select pg_notify(${channel}, ${JSON.stringify(signal)})`);
  }

  /** Tells the listeners of this process at once, before the answer that acknowledges the change leaves. */
  dispatch(signal: Signal | "missed"): void {
    for (const listener of this.#listeners) listener(signal);
  }

  async start(): Promise<void> {
    const client = new pg.Client({ ...this.settings, application_name: "lintel signals", keepAlive: true });
    this.#client = client;
    client.on("error", () => {});
    client.on("end", () => this.#lost(client));
    client.on("notification", (message) => {
      if (message.channel === channel && message.payload)
        this.dispatch(JSON.parse(message.payload) as Signal);
    });
    await client.connect();
    await client.query(`listen ${channel}`);
    this.connected = true;
    this.dispatch("missed");
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.connected = false;
    clearTimeout(this.#retry);
    await this.#client?.end().catch(() => {});
  }

  #lost(client: pg.Client): void {
    if (this.#stopped || client !== this.#client) return;
    if (this.connected)
      this.log.warn(
        "The connection that hears changes of other processes was lost; caches are off until it is back.",
      );
    this.connected = false;
    this.dispatch("missed");
    this.#retry = setTimeout(() => {
      this.start().catch(() => this.#lost(client));
    }, 500);
  }
}
