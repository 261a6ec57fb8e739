import type { AnalyticsBreakdown } from "@lintel/contract/management";
import type { Counting } from "./count-spans.js";
import { countValues } from "./count-values.js";
import type { Subject } from "./dimensions.js";
import { none, type Question } from "./question.js";
import { presentRange, previousRange, type Range } from "./range/read-range.js";
import type { Metric } from "./store-values.js";

export interface BreakdownOptions {
  by: string;
  subject: Subject;
  sort: Metric;
  limit: number;
  compare?: "previous" | undefined;
}

/** The values with the most of a metric, and what the same ones had in the period before where it is asked for. */
export async function readBreakdown(
  counting: Counting,
  question: Question,
  range: Range,
  { by, subject, sort, limit, compare }: BreakdownOptions,
): Promise<AnalyticsBreakdown> {
  const present = await countValues(counting, question, subject, range, { sort, limit: limit + 1 });
  const rows = present.rows.slice(0, limit);
  const only = rows.map(({ value }) => value);
  const before = compare && (await countValues(counting, question, subject, previousRange(range), { only }));
  const previous = new Map(before?.rows.map(({ value, ...counts }) => [value, counts]));
  return {
    range: presentRange(range),
    by,
    rows: rows.map((row) => ({ ...row, previous: before ? (previous.get(row.value) ?? none) : null })),
    hasMore: present.rows.length > limit,
    rare: present.rare ?? null,
    isExact: present.isExact && (before?.isExact ?? true),
    isPending: present.isPending || (before?.isPending ?? false),
  };
}
