import { executionAsyncResource } from "node:async_hooks";

const kept: object[] = [];

/**
 * Keeps one of the objects that `process.nextTick` makes. V8 holds their shape weakly: a full collection in a moment
 * when there is none forgets it, and from then on every `nextTick` takes the slow way for good. An HTTP exchange makes
 * about ten of them, so that in half of all starts a cached answer cost a tenth more.
 */
export function keepTickShape(): void {
  process.nextTick(() => {
    if (kept.length === 0) kept.push(executionAsyncResource());
  });
}
