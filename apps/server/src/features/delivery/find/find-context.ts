import type { Parameters, Reader, Scope } from "./statement.js";

/** Sizes at which another way of finding becomes the better one. Docs: docs/decisions/0004-index-strategy.md. */
export interface Thresholds {
  /** Sets up to this size are read whole and put in order here. */
  few: number;
  /** Sets up to this size are hashed while an index is walked. */
  hashed: number;
  /** The same where counting reads more than an index. */
  hashedIfDear: number;
  /** How many entries are looked at one by one before their sets are worth reading whole. */
  probed: number;
  /** Sets up to this size are hashed as the last resort. */
  hashedAtLast: number;
}

export const usualThresholds: Thresholds = {
  few: 128,
  hashed: 5_000,
  hashedIfDear: 500,
  probed: 1_000,
  hashedAtLast: 500_000,
};

/** More that is wanted of row `e`, so that what was found need not be read again. */
export type RowColumns = (parameters: Parameters) => { columns: string[]; tables: string[] };

/** What finding runs on. */
export interface FindContext {
  reader: Reader;
  scope: Scope;
  thresholds: Thresholds;
  /** Read along where entries are found one by one; otherwise it is for the caller to read. */
  rowColumns: RowColumns | null;
}
