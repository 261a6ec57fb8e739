import type pg from "pg";

/**
 * Runs work on a fresh pool whose connection to the database ends right after its statement number `step`, as if
 * the process had died there: whoever waits never hears of the answer. Says whether the work got so far.
 */
export async function dieAfter(step: number, pool: pg.Pool, work: () => Promise<unknown>): Promise<boolean> {
  let statements = 0;
  let died = false;
  pool.on("connect", (client) => {
    const query: (...given: unknown[]) => Promise<unknown> = client.query.bind(client);
    const value = async (...given: unknown[]): Promise<unknown> => {
      const answer = await query(...given);
      statements += 1;
      if (statements !== step) return answer;
      died = true;
      await query("select pg_terminate_backend(pg_backend_pid())").catch(() => {});
      throw new Error("The connection ended.");
    };
    Object.defineProperty(client, "query", { value });
  });
  try {
    await work();
  } catch (error) {
    if (!died) throw error;
  }
  return died;
}
