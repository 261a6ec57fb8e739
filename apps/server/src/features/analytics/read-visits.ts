import type { Counting } from "./count-spans.js";
import type { Question } from "./question.js";
import { presentRange, type Range } from "./range/read-range.js";
import { countVisits } from "./store-events.js";

/** Visits, as far as a visitor can be told from another: within a UTC day. */
export async function readVisits({ reader }: Counting, question: Question, range: Range) {
  const visits = await reader.read(
    question.organizationId,
    [range],
    (queries) => countVisits(queries, question, range),
    "events",
  );
  const perVisit = (sum: number) => (visits.sessions === 0 ? 0 : sum / visits.sessions);
  return {
    range: presentRange(range),
    sessions: visits.sessions,
    bounces: visits.bounces,
    viewsPerSession: perVisit(visits.views),
    averageSeconds: perVisit(visits.seconds),
  };
}
