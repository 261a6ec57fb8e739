import type { EntryId } from "@lintel/contract";
import { noEntry } from "../entries/lock-live-entry.js";
import type { Counting } from "./count-spans.js";
import { pageOf } from "./page-pattern.js";
import type { Question } from "./question.js";
import type { Range } from "./range/read-range.js";
import { readSummary, type SummaryOptions } from "./read-summary.js";
import { findPlace } from "./store-patterns.js";

/** How an entry's page does. */
export async function readEntryTraffic(
  counting: Counting,
  question: Question,
  range: Range,
  id: EntryId,
  options: SummaryOptions,
) {
  const place = await findPlace(counting.database, question.organizationId, id);
  if (!place) throw noEntry(id);
  if (place.pattern === null) return { page: null, summary: null };
  const page = pageOf(place.pattern, place.slug);
  const ofPage: Question = {
    ...question,
    conditions: [{ subject: { dimension: "page" }, operator: "eq", values: [page] }],
  };
  return { page, summary: await readSummary(counting, ofPage, range, options) };
}
