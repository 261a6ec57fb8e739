import { z } from "zod";

/** What events can be broken down and filtered by, beside `props.<key>`. */
export const analyticsDimensions = [
  "page",
  "host",
  "route",
  "referrer",
  "source",
  "medium",
  "campaign",
  "term",
  "content",
  "country",
  "region",
  "city",
  "device",
  "browser",
  "os",
  "event",
] as const;

export type AnalyticsDimension = (typeof analyticsDimensions)[number];

export const analyticsIntervals = ["hour", "day", "week", "month"] as const;

export type AnalyticsInterval = (typeof analyticsIntervals)[number];

export const analyticsOperators = ["eq", "ne", "in", "contains"] as const;

export type AnalyticsOperator = (typeof analyticsOperators)[number];

/** Limits of what one question may ask. */
export const analyticsLimits = {
  days: 1_830,
  buckets: 1_000,
  rows: 1_000,
  conditions: 16,
  /** Values in one `in`. */
  values: 50,
  /** Characters of a value. */
  text: 1_000,
  steps: 8,
} as const;

const bound = (description: string, example: string) =>
  z.string().max(40).optional().meta({ description, example });

/** When: the last 30 days unless it says otherwise. */
export const rangeParams = {
  from: bound(
    "A day, as 2026-03-01, or the start of an hour, as 2026-03-01T15:00:00Z. By default the day 29 days before `to`.",
    "2026-03-01",
  ),
  to: bound(
    "A day, which is included, or the start of an hour, which is not. By default today.",
    "2026-03-30",
  ),
  timezone: z.string().max(100).default("UTC").meta({
    description:
      "Where days, weeks and months begin, as `Europe/Berlin`. Visitors are told apart for one UTC day only, so in another zone whoever stays past UTC midnight counts twice.",
    example: "Europe/Berlin",
  }),
};

/** Says how a condition is written, with the name that was asked of where there is one. */
const asCondition = ({ path = [], code }: { path?: PropertyKey[] | undefined; code: string }) =>
  code === "invalid_type"
    ? `Write a condition as where[${String(path.at(1) ?? "country")}][eq]=DE; in JSON it is an object within an object.`
    : undefined;

export const whereParam = {
  where: z
    .record(z.string(), z.record(z.string(), z.string(), { error: asCondition }), { error: asCondition })
    .optional()
    .meta({
      description:
        "Conditions that all must hold, as `where[country][eq]=DE` or `where[props.plan][in]=free,pro`: `eq`, `ne`, `in` (values separated by commas, a comma within a value written `\\,`) and `contains` (case does not matter). An empty value means that the events say nothing. Event and property names that were renamed in the tracking plan hold for the old name too.",
      example: { country: { eq: "DE" } },
    }),
};

export const compareParam = {
  compare: z
    .enum(["previous"])
    .optional()
    .meta({ description: "`previous`: also the period of the same length right before." }),
};

export const stepSchema = z
  .object({
    event: z.string().min(1).max(120).optional().meta({ description: "An event's name." }),
    page: z
      .string()
      .min(1)
      .max(1_000)
      .optional()
      .meta({ description: "The path of a page that was viewed." }),
  })
  .refine((step) => (step.event === undefined) !== (step.page === undefined), {
    message: "Name either `event` or `page`.",
  });

export const dayParams = {
  from: z.iso.date().optional().meta({
    description: "A UTC day. By default the day 29 days before `to`.",
    example: "2026-03-01",
  }),
  to: z.iso.date().optional().meta({
    description: "A UTC day, which is included. By default today.",
    example: "2026-03-30",
  }),
};
