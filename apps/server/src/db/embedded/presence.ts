import { stat } from "node:fs/promises";
import { Socket } from "node:net";
import pg from "pg";
import { type Address, clientConfig } from "./address.js";
import { superuser } from "./cluster.js";

/** Any number, as long as it stays the same: all versions of the program must agree on it. */
const presenceLock = 5_108_462_019;

export type Arrival =
  | { presence: Presence }
  | { refused: "absent" | "busy" }
  | { refused: "error"; reason: Error };

/**
 * A process's entry in the server's list of users: a connection that holds a shared lock. It ends with the
 * process however that dies. So whoever gets the lock alone is the last one there, and whoever arrives while
 * the last one stops the server waits for the lock and is sent away by the stop.
 */
export class Presence {
  #leaving = false;
  /** Settles when the connection ends although `leave` was not called. */
  readonly lost: Promise<void>;

  private constructor(
    readonly client: pg.Client,
    private readonly socket: Socket,
  ) {
    this.lost = new Promise((resolve) => {
      client.once("end", () => {
        if (!this.#leaving) resolve();
      });
    });
  }

  static async enter(address: Address): Promise<Arrival> {
    const socket = new Socket();
    const client = new pg.Client({ ...clientConfig(address, superuser, "postgres"), stream: () => socket });
    // Without a listener the end of the connection would end the process.
    client.on("error", () => undefined);
    try {
      await client.connect();
      const presence = new Presence(client, socket);
      await client.query("select pg_advisory_lock_shared($1)", [presenceLock]);
      return { presence };
    } catch (reason) {
      await client.end().catch(() => undefined);
      return refusal(reason);
    }
  }

  /** A socket says nothing about whose data is behind it: a copied folder carries the original's address. */
  async assertServes(cluster: string): Promise<void> {
    const { rows } = await this.client.query<{ data_directory: string }>("show data_directory");
    const served = rows[0]?.data_directory ?? "";
    const [theirs, ours] = await Promise.all([stat(served).catch(() => undefined), stat(cluster)]);
    // A folder moved under its running server is still known to that by its former name.
    if (!theirs) return;
    if (theirs.ino === ours.ino && theirs.dev === ours.dev) return;
    await this.end();
    throw new Error(
      `The PostgreSQL server found for ${cluster} serves ${served} instead. Stop that one first.`,
    );
  }

  /** From here on the connection no longer keeps the process running. */
  rest(): void {
    this.socket.unref();
  }

  /** Gives the entry up. True when nobody else is there and nobody can come in before `end`. */
  async leave(): Promise<boolean> {
    this.#leaving = true;
    this.socket.ref();
    try {
      await this.client.query("select pg_advisory_unlock_shared($1)", [presenceLock]);
      const { rows } = await this.client.query("select pg_try_advisory_lock($1) as alone", [presenceLock]);
      return rows[0]?.alone === true;
    } catch {
      return false;
    }
  }

  async end(): Promise<void> {
    this.#leaving = true;
    await this.client.end().catch(() => undefined);
  }
}

function refusal(reason: unknown): Arrival {
  const { code } = reason as { code?: string };
  if (code === "ENOENT" || code === "ECONNREFUSED") return { refused: "absent" };
  // Starting or stopping, every connection taken, or ended by a stop while we waited.
  const passing = code === "57P03" || code === "53300" || code === "57P01" || code === "ECONNRESET";
  const cut = reason instanceof Error && /terminated|not queryable/i.test(reason.message);
  if (passing || cut) return { refused: "busy" };
  return { refused: "error", reason: reason instanceof Error ? reason : new Error(String(reason)) };
}
