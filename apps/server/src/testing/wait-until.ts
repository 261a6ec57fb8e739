import { setTimeout as delay } from "node:timers/promises";

/** Waits for a condition instead of a time; what never happens fails with the condition's own words. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  patience = 10_000,
): Promise<void> {
  for (const end = Date.now() + patience; !(await condition()); await delay(10)) {
    if (Date.now() > end) throw new Error(`Not within ${patience} ms: ${condition}`);
  }
}
