import type { Counting } from "./count-spans.js";
import type { Question } from "./question.js";
import { presentRange, type Range } from "./range/read-range.js";
import { countSteps } from "./store-events.js";

export interface StepInput {
  event?: string | undefined;
  page?: string | undefined;
}

/** How many visitors went how far. A digest lives one UTC day, so nobody's steps of two days are one visitor's. */
export async function readFunnel(
  { reader }: Counting,
  question: Question,
  range: Range,
  steps: readonly StepInput[],
) {
  const taken = steps.map(({ event, page = "" }) => (event === undefined ? { page } : { event }));
  const visitors = await reader.read(
    question.organizationId,
    [range],
    (queries) => countSteps(queries, question, range, taken),
    "events",
  );
  return {
    range: presentRange(range),
    steps: steps.map(({ event = null, page = null }, index) => ({
      event,
      page,
      visitors: visitors[index] ?? 0,
      ofFirst: share(visitors[index], visitors[0]),
      ofPrevious: share(visitors[index], visitors[Math.max(0, index - 1)]),
    })),
  };
}

const share = (part = 0, whole = 0): number => (whole === 0 ? 0 : part / whole);
