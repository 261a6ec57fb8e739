import { createHash } from "node:crypto";
import type { ContentTypeId, OrganizationId } from "@lintel/contract";
import type { Pool, PoolClient } from "pg";
import pg from "pg";

/** The type whose entries a statement reads: its first two parameters, always. */
export interface Scope {
  organizationId: OrganizationId;
  typeId: ContentTypeId;
}

/** The values of a statement. Whatever comes from a request goes through here, and never into the text. */
export class Parameters {
  readonly values: unknown[];

  constructor({ organizationId, typeId }: Scope) {
    this.values = [organizationId, typeId];
  }

  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** Runs statements on the pool, or on one connection and its transaction. */
export interface Reader {
  rows(text: string, values: unknown[]): Promise<unknown[][]>;
  /** The same for statements that hash large sets, which PostgreSQL would otherwise read again for each row. */
  rowsWithMemory(text: string, values: unknown[]): Promise<unknown[][]>;
}

/** A statement with a name is planned once a connection and kept there, so only so many texts get one. */
const mostNames = 400;

export class StatementNames {
  #names = new Map<string, string>();

  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known || this.#names.size >= mostNames) return known;
    // From the text, so that all who share a connection mean the same by it.
    const name = `delivery_${createHash("sha1").update(text).digest("base64url")}`;
    this.#names.set(text, name);
    return name;
  }
}

const moreMemory = "set local work_mem = '64MB'";

export function createReader(pool: Pool, names: StatementNames): Reader {
  return {
    rows: (text, values) => run(pool, names, text, values),
    rowsWithMemory: (text, values) =>
      inTransaction(pool, "begin read only", async (client) => {
        await client.query(moreMemory);
        return run(client, names, text, values);
      }),
  };
}

/** Runs reads that all see the database as it is at one moment. */
export function inSnapshot<T>(
  pool: Pool,
  names: StatementNames,
  work: (reader: Reader) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, "begin isolation level repeatable read read only", (client) => {
    // One connection runs one statement at a time, however many ask.
    let last: Promise<unknown> = Promise.resolve();
    const inTurn = (text: string, values: unknown[]): Promise<unknown[][]> => {
      const next = last.then(() => run(client, names, text, values));
      last = next.catch(() => {});
      return next;
    };
    return work({
      rows: inTurn,
      async rowsWithMemory(text, values) {
        await inTurn(moreMemory, []);
        return inTurn(text, values);
      },
    });
  });
}

async function inTransaction<T>(
  pool: Pool,
  begin: string,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query("commit");
    client.release();
    return result;
  } catch (error) {
    // Whatever state the failure left the connection in goes with it.
    client.release(true);
    throw error;
  }
}

async function run(
  connection: Pool | PoolClient,
  names: StatementNames,
  text: string,
  values: unknown[],
): Promise<unknown[][]> {
  const name = names.nameOf(text);
  const { rows } = await connection.query<unknown[]>({
    text,
    values,
    rowMode: "array",
    types: { getTypeParser },
    ...(name !== undefined && { name }),
  });
  return rows;
}

const { builtins } = pg.types;
const asIs = (text: string): string => text;

/** Instants come as readers get them, without the detour over a `Date`. */
const getTypeParser = (type: number): ((text: string) => unknown) => {
  switch (type) {
    case builtins.TIMESTAMPTZ:
      return isoInstant;
    case builtins.JSONB:
      return JSON.parse;
    case builtins.FLOAT8:
    case builtins.INT8:
    case builtins.INT4:
      return Number;
    default:
      return asIs;
  }
};

/** `2026-03-04 05:06:07.08+00`, as PostgreSQL writes it in a session whose zone is UTC. */
function isoInstant(text: string): string {
  if (!text.endsWith("+00") || text.length < 22 || text.length > 26) return new Date(text).toISOString();
  const fraction = text.slice(20, -3).padEnd(3, "0");
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}
