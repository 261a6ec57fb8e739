import { lateWindow, skew } from "../limits.js";

/** When an event counts that was received then: nobody's clock, nor a forged one, reaches far into past or future. */
export function clampTime(timestamp: number, receivedAt: number): number {
  if (timestamp > receivedAt + skew) return receivedAt;
  return Math.max(timestamp, receivedAt - lateWindow);
}
