import { z } from "zod";
import { instantSchema } from "../organization.js";
import { analyticsIntervals } from "./analytics-questions.js";

export const counts = {
  visitors: z.number().int().meta({
    description: "Different visitors of each UTC day, added up over days: nobody is recognised the next day.",
  }),
  views: z.number().int().meta({ description: "Page views." }),
  events: z.number().int().meta({ description: "All events, page views included." }),
};

export const countsSchema = z.object(counts).meta({ id: "AnalyticsCounts" });

export type AnalyticsCounts = z.infer<typeof countsSchema>;

export const rangeSchema = z
  .object({
    from: instantSchema,
    to: instantSchema.meta({ description: "Not included." }),
    timezone: z.string(),
  })
  .meta({ id: "AnalyticsRange" });

const howCounted = {
  isExact: z.boolean().meta({
    description:
      "False where there are too many events to count them one by one: of what was counted beforehand, values that were too rare on a day are missing then, and a visitor may count once for each value.",
  }),
  isPending: z.boolean().meta({
    description:
      "True where the answer lacks events that came in just now, because it was counted beforehand: they are in it a minute or so later. What is counted event by event lacks none.",
  }),
};

const seriesPoint = z.object({ at: instantSchema, ...counts }).meta({ id: "AnalyticsPoint" });

export const summarySchema = z
  .object({
    range: rangeSchema,
    interval: z.enum(analyticsIntervals),
    totals: countsSchema,
    series: z.array(seriesPoint).meta({ description: "A point for each interval, from its beginning." }),
    previous: z.object({ range: rangeSchema, totals: countsSchema, series: z.array(seriesPoint) }).nullable(),
    ...howCounted,
  })
  .meta({ id: "AnalyticsSummary" });

export type AnalyticsSummary = z.infer<typeof summarySchema>;

export const breakdownSchema = z
  .object({
    range: rangeSchema,
    by: z.string(),
    rows: z.array(
      z.object({
        value: z.string().meta({ description: "Empty where the events say nothing." }),
        ...counts,
        previous: countsSchema.nullable(),
      }),
    ),
    hasMore: z.boolean().meta({ description: "Whether there are more values than `limit`." }),
    rare: countsSchema.nullable().meta({
      description: "All values together that were too rare on a day to be counted by themselves.",
    }),
    ...howCounted,
  })
  .meta({ id: "AnalyticsBreakdown" });

export type AnalyticsBreakdown = z.infer<typeof breakdownSchema>;
