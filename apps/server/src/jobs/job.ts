/** Work that is done from time to time without anybody asking. */
export interface Job {
  /** As `entries.purge`. */
  name: string;
  everyMinutes: number;
  /** Answers with figures for the log. Repeating it does no harm: a round may be cut off anywhere. */
  run(): Promise<Record<string, number>>;
}

export const defineJob = (job: Job): Job => job;
