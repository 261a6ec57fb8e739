import type { Lanes } from "./lanes.js";
import type { Sent } from "./send-delivery.js";

/** What the engine did since it started, for Prometheus. */
export class DeliveryCounts {
  #attempts = { success: 0, retry: 0, "given up": 0 };
  #seconds = 0;
  /** How long the oldest delivery that was seen last has been due. */
  overdueMilliseconds = 0;

  constructor(private readonly lanes: Pick<Lanes, "held" | "inFlight">) {}

  count({ record }: Sent): void {
    this.#attempts[record.outcome] += 1;
    this.#seconds += record.durationMilliseconds / 1_000;
  }

  /** @see https://prometheus.io/docs/instrumenting/exposition_formats */
  describe(): string {
    const attempts = "lintel_webhook_attempts_total";
    return [
      `# HELP ${attempts} Attempts to deliver, by what follows from them.`,
      `# TYPE ${attempts} counter`,
      ...Object.entries(this.#attempts).map(
        ([outcome, count]) => `${attempts}{outcome="${outcome.replace(" ", "_")}"} ${count}`,
      ),
      ...figure(
        "lintel_webhook_attempt_seconds_total",
        "counter",
        "What attempts took together.",
        this.#seconds,
      ),
      ...figure("lintel_webhook_in_flight", "gauge", "Attempts that run.", this.lanes.inFlight),
      ...figure("lintel_webhook_held", "gauge", "Deliveries that this process has in hand.", this.lanes.held),
      ...figure(
        "lintel_webhook_overdue_seconds",
        "gauge",
        "How long the oldest delivery in the database has been due.",
        this.overdueMilliseconds / 1_000,
      ),
    ].join("\n");
  }
}

const figure = (name: string, type: "counter" | "gauge", help: string, value: number): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
  `${name} ${value}`,
];
