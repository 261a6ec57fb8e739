/** Requests a minute, and as many at once where none came for a minute. */
export interface BudgetSettings {
  /** Of the public API, a key. */
  api: number;
  /** Of `POST /events`, a key. */
  ingest: number;
  /** Without a key or with a wrong one, an address. */
  address: number;
}

export type BudgetName = keyof BudgetSettings;

export const usualBudgets: BudgetSettings = { api: 600, ingest: 6_000, address: 60 };
