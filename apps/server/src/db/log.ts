import type { BaseLogger } from "pino";

/** What the database layer needs of a logger. */
export type Log = Pick<BaseLogger, "info" | "warn" | "error">;
