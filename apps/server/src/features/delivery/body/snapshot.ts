import type { Pool } from "pg";
import { createReader, type Reader, type StatementNames } from "../find/statement.js";

/** Runs reads that all see the database as it is at one moment. */
export async function inSnapshot<T>(
  pool: Pool,
  names: StatementNames,
  work: (reader: Reader) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    const result = await work(createReader(client, names));
    await client.query("commit");
    client.release();
    return result;
  } catch (error) {
    // Whatever state the failure left the connection in goes with it.
    client.release(true);
    throw error;
  }
}
