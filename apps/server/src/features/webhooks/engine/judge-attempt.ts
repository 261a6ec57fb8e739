const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long after an attempt the next one follows. The first attempt is made at once. */
export const retryDelays = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** Up to this share of a delay is added at random, so that what failed together does not come back together. */
const jitter = 0.1;
const longestWait = 24 * hour;

/** What came of an attempt, as far as the rules look at it. */
export interface Attempted {
  status: number | null;
  retryAfter: string | undefined;
  /** How many attempts of the schedule were used up before this one. */
  step: number;
  /** When it ended, in milliseconds. */
  at: number;
}

export interface Verdict {
  outcome: "success" | "retry" | "given up";
  /** When it is tried again, in milliseconds. */
  nextAt: number | null;
  /** For how long the receiver asked to be left alone, in milliseconds. */
  pause: number;
  /** The receiver is gone for good and said so. */
  isGone: boolean;
}

/** Decides what follows from an attempt. Success is any 2xx; a redirect is none. */
export function judgeAttempt(
  { status, retryAfter, step, at }: Attempted,
  random: () => number = Math.random,
): Verdict {
  const isGone = status === 410;
  if (status !== null && status >= 200 && status < 300)
    return { outcome: "success", nextAt: null, pause: 0, isGone };
  const asked = status === 429 || status === 503 ? readRetryAfter(retryAfter, at) : 0;
  const delay = retryDelays[step];
  if (delay === undefined || isGone) return { outcome: "given up", nextAt: null, pause: asked, isGone };
  const nextAt = at + Math.max(delay * (1 + jitter * random()), asked);
  return { outcome: "retry", nextAt, pause: asked, isGone };
}

/** Milliseconds that `Retry-After` asks for, as seconds or as a date; a day at most. */
function readRetryAfter(header: string | undefined, at: number): number {
  if (header === undefined) return 0;
  const text = header.trim();
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * second : Date.parse(text) - at;
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), longestWait);
}
