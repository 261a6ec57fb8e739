import type { Pool } from "pg";
import type { Logger } from "pino";
import type { Job } from "./job.js";

const minute = 60_000;

/**
 * Runs periodic jobs: each once an interval in this process, and never in two processes at once. Whoever holds the
 * job's advisory lock runs it; the others skip that round. A job that fails is logged and tried at its next round.
 */
export function startJobs(
  jobs: readonly Job[],
  pool: Pool,
  log: Pick<Logger, "info" | "error">,
): { stop(): Promise<void> } {
  const running = new Set<Promise<void>>();
  let stopped = false;

  const timers = jobs.map((job) => {
    const round = () => {
      if (stopped) return;
      const run = runJob(job, pool, log).finally(() => running.delete(run));
      running.add(run);
    };
    // The first round comes a little after the start, when no one waits for the process any more.
    const first = setTimeout(round, minute).unref();
    const next = setInterval(round, job.everyMinutes * minute).unref();
    return { first, next };
  });

  return {
    async stop() {
      stopped = true;
      for (const { first, next } of timers) {
        clearTimeout(first);
        clearInterval(next);
      }
      await Promise.all(running);
    },
  };
}

/** One round of a job, unless another process is at it. */
export async function runJob(job: Job, pool: Pool, log: Pick<Logger, "info" | "error">): Promise<void> {
  try {
    const client = await pool.connect();
    const lock = `lintel job ${job.name}`;
    try {
      const { rows } = await client.query<{ mine: boolean }>(
        "select pg_try_advisory_lock(hashtextextended($1, 0)) as mine",
        [lock],
      );
      if (!rows[0]?.mine) return;
      try {
        const outcome = await job.run();
        log.info({ job: job.name, ...outcome }, "A job ran.");
      } finally {
        await client.query("select pg_advisory_unlock(hashtextextended($1, 0))", [lock]);
      }
    } finally {
      client.release();
    }
  } catch (err) {
    log.error({ err, job: job.name }, "A job failed; it is tried again at its next round.");
  }
}
