import type { AnalyticsInterval, AnalyticsSummary } from "@lintel/contract/management";
import { type Counting, countSpans } from "./count-spans.js";
import { none, type Question } from "./question.js";
import { presentRange, previousRange, type Range, readBuckets } from "./range/read-range.js";

export interface SummaryOptions {
  interval: AnalyticsInterval;
  compare?: "previous" | undefined;
}

/** Totals and a series over a range, and the same of the period before where it is asked for. */
export async function readSummary(
  counting: Counting,
  question: Question,
  range: Range,
  { interval, compare }: SummaryOptions,
): Promise<AnalyticsSummary> {
  const present = await countRange(counting, question, range, interval);
  const before = compare ? await countRange(counting, question, previousRange(range), interval) : null;
  const { isExact, isPending, ...counted } = present;
  return {
    ...counted,
    interval,
    previous: before && { range: before.range, totals: before.totals, series: before.series },
    isExact: isExact && (before?.isExact ?? true),
    isPending: isPending || (before?.isPending ?? false),
  };
}

async function countRange(counting: Counting, question: Question, range: Range, interval: AnalyticsInterval) {
  const buckets = readBuckets(range, interval);
  const series = await countSpans(counting, question, buckets);
  const whole = await countSpans(counting, question, [range]);
  return {
    range: presentRange(range),
    totals: whole.counts[0] ?? none,
    series: buckets.map(({ from }, index) => ({
      at: new Date(from).toISOString(),
      ...(series.counts[index] ?? none),
    })),
    isExact: series.isExact && whole.isExact,
    isPending: series.isPending || whole.isPending,
  };
}
