/** A budget of this process alone, for while the database does not answer. */
export class LocalBudget {
  /** When it is full again, if nobody takes more. */
  fullAt = 0;

  constructor(private readonly perMinute: number) {}

  /** Takes as many of the wanted tokens as are there. */
  take(wanted: number, now: number): number {
    const perToken = 60_000 / this.perMinute;
    const missing = Math.max(0, this.fullAt - now) / perToken;
    const granted = Math.max(0, Math.min(wanted, Math.floor(this.perMinute - missing + 0.001)));
    this.fullAt = Math.max(this.fullAt, now) + granted * perToken;
    return granted;
  }
}
