import type { Pool } from "pg";
import type { Logger } from "pino";
import type { Job } from "./job.js";

const minute = 60_000;

/**
 * A job holds a connection for its lock and takes others for its work. All at once would hold every connection of the
 * pool and wait for each other, and every request with them.
 */
const atOnce = 2;

/**
 * Runs periodic jobs: each once an interval in this process, a few at a time, and never in two processes at once.
 * Whoever holds the job's advisory lock runs it; the others skip that round. A job that fails is logged and tried at its
 * next round. One that is late skips the rounds it missed.
 *
 * @param firstAfter milliseconds until the first round: a little after the start, when nobody waits for the process
 */
export function startJobs(
  jobs: readonly Job[],
  pool: Pool,
  log: Pick<Logger, "info" | "error">,
  firstAfter: number = minute,
): { stop(): Promise<void> } {
  /** Those that wait or run. */
  const due = new Set<Job>();
  const waiting: Job[] = [];
  const running = new Set<Promise<void>>();

  function begin(): void {
    while (running.size < atOnce) {
      const job = waiting.shift();
      if (!job) return;
      const run = runJob(job, pool, log).finally(() => {
        due.delete(job);
        running.delete(run);
        begin();
      });
      running.add(run);
    }
  }

  const timers = jobs.map((job) => {
    const round = () => {
      if (due.has(job)) return;
      due.add(job);
      waiting.push(job);
      begin();
    };
    const first = setTimeout(round, firstAfter).unref();
    const next = setInterval(round, job.everyMinutes * minute).unref();
    return { first, next };
  });

  return {
    async stop() {
      for (const { first, next } of timers) {
        clearTimeout(first);
        clearInterval(next);
      }
      waiting.length = 0;
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
