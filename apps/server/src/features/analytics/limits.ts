/** What one question may cost, so that no dashboard holds up the service. */
export const rawLimits = {
  /** Events that are counted one by one, by what the rollups say there are. */
  events: 2_000_000,
  /** How long one statement may run. */
  milliseconds: 10_000,
  /** Such questions that run at once in this process, and that wait. */
  running: 2,
  waiting: 20,
} as const;

/** Two events of a visitor further apart than this belong to two visits. */
export const visitGapMinutes = 30;

/** How far back a visitor counts as being there now. */
export const liveMinutes = 5;
