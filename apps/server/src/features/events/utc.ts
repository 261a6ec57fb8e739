import { day, hour } from "./limits.js";

/** The UTC day of an instant, as `2026-03-04`. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

export const startOfHour = (at: number): number => at - (at % hour);

export const startOfDay = (at: number): number => at - (at % day);
