import { z } from "zod";
import { idSchema } from "../ids.js";
import { instantSchema } from "../organization.js";
import { inOrganization, organizationParam } from "./base.js";

const path = "/organizations/{organization}/analytics" as const;

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
const rangeParams = {
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

const whereParam = {
  where: z
    .record(z.string(), z.record(z.string(), z.string(), { error: asCondition }), { error: asCondition })
    .optional()
    .meta({
      description:
        "Conditions that all must hold, as `where[country][eq]=DE` or `where[props.plan][in]=free,pro`: `eq`, `ne`, `in` (values separated by commas, a comma within a value written `\\,`) and `contains` (case does not matter). An empty value means that the events say nothing. Event and property names that were renamed in the tracking plan hold for the old name too.",
      example: { country: { eq: "DE" } },
    }),
};

const compareParam = {
  compare: z
    .enum(["previous"])
    .optional()
    .meta({ description: "`previous`: also the period of the same length right before." }),
};

const counts = {
  visitors: z.number().int().meta({
    description: "Different visitors of each UTC day, added up over days: nobody is recognised the next day.",
  }),
  views: z.number().int().meta({ description: "Page views." }),
  events: z.number().int().meta({ description: "All events, page views included." }),
};

const countsSchema = z.object(counts).meta({ id: "AnalyticsCounts" });

export type AnalyticsCounts = z.infer<typeof countsSchema>;

const rangeSchema = z
  .object({
    from: instantSchema,
    to: instantSchema.meta({ description: "Not included." }),
    timezone: z.string(),
  })
  .meta({ id: "AnalyticsRange" });

const method = {
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

const summarySchema = z
  .object({
    range: rangeSchema,
    interval: z.enum(analyticsIntervals),
    totals: countsSchema,
    series: z.array(seriesPoint).meta({ description: "A point for each interval, from its beginning." }),
    previous: z.object({ range: rangeSchema, totals: countsSchema, series: z.array(seriesPoint) }).nullable(),
    ...method,
  })
  .meta({ id: "AnalyticsSummary" });

export type AnalyticsSummary = z.infer<typeof summarySchema>;

const breakdownSchema = z
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
    ...method,
  })
  .meta({ id: "AnalyticsBreakdown" });

export type AnalyticsBreakdown = z.infer<typeof breakdownSchema>;

const stepSchema = z
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

const days = {
  from: z.iso.date().optional().meta({
    description: "A UTC day. By default the day 29 days before `to`.",
    example: "2026-03-01",
  }),
  to: z.iso.date().optional().meta({
    description: "A UTC day, which is included. By default today.",
    example: "2026-03-30",
  }),
};

const tooMany =
  "What has to be counted event by event is limited: with more events in the range, the answer is a 400 that says so.";

export const analytics = {
  summary: inOrganization
    .route({
      method: "GET",
      path: `${path}/summary`,
      operationId: "readAnalyticsSummary",
      tags: ["Analytics"],
      summary: "Count visitors, views and events over time",
      description: tooMany,
    })
    .input(
      z.object({
        ...organizationParam,
        ...rangeParams,
        interval: z.enum(analyticsIntervals).default("day"),
        ...whereParam,
        ...compareParam,
      }),
    )
    .output(summarySchema),

  breakdown: inOrganization
    .route({
      method: "GET",
      path: `${path}/breakdown`,
      operationId: "readAnalyticsBreakdown",
      tags: ["Analytics"],
      summary: "Count visitors, views and events by what the events say",
      description: tooMany,
    })
    .input(
      z.object({
        ...organizationParam,
        ...rangeParams,
        by: z
          .string()
          .max(130)
          .default("page")
          .meta({
            description: `One of ${analyticsDimensions.join(", ")}, or \`props.<key>\`.`,
            example: "page",
          }),
        sort: z.enum(["visitors", "views", "events"]).default("visitors"),
        limit: z.coerce.number().int().min(1).max(analyticsLimits.rows).default(10),
        ...whereParam,
        ...compareParam,
      }),
    )
    .output(breakdownSchema),

  live: inOrganization
    .route({
      method: "GET",
      path: `${path}/live`,
      operationId: "readLiveAnalytics",
      tags: ["Analytics"],
      summary: "Count the visitors of the last five minutes",
    })
    .input(z.object({ ...organizationParam, ...whereParam }))
    .output(
      z.object({
        ...counts,
        pages: z.array(z.object({ value: z.string(), visitors: z.number().int() })),
      }),
    ),

  sessions: inOrganization
    .route({
      method: "GET",
      path: `${path}/sessions`,
      operationId: "readAnalyticsSessions",
      tags: ["Analytics"],
      summary: "Count visits",
      description: `A visit ends after 30 minutes without an event, and at UTC midnight, when nobody can be recognised any more. Events without a visitor belong to none. ${tooMany}`,
    })
    .input(z.object({ ...organizationParam, ...rangeParams, ...whereParam }))
    .output(
      z.object({
        range: rangeSchema,
        sessions: z.number().int(),
        bounces: z.number().int().meta({ description: "Visits of a single event." }),
        viewsPerSession: z.number(),
        averageSeconds: z.number().meta({ description: "From a visit's first event to its last." }),
      }),
    ),

  funnel: inOrganization
    .route({
      method: "POST",
      path: `${path}/funnel`,
      operationId: "readAnalyticsFunnel",
      tags: ["Analytics"],
      summary: "Count how many visitors went through steps, in their order, within a day",
      description: `Other events may lie between the steps. Days are UTC days, because visitors are told apart for one only: who began before midnight and went on after is two. ${tooMany}`,
    })
    .input(
      z.object({
        ...organizationParam,
        ...days,
        steps: z.array(stepSchema).min(2).max(analyticsLimits.steps),
        ...whereParam,
      }),
    )
    .output(
      z.object({
        range: rangeSchema,
        steps: z.array(
          z.object({
            event: z.string().nullable(),
            page: z.string().nullable(),
            visitors: z.number().int(),
            ofFirst: z.number().meta({ description: "Share of those who took the first step, 0 to 1." }),
            ofPrevious: z.number().meta({ description: "Share of those who took the step before, 0 to 1." }),
          }),
        ),
      }),
    ),

  readPagePattern: inOrganization
    .route({
      method: "GET",
      path: "/organizations/{organization}/types/{contentType}/page-pattern",
      operationId: "readPagePattern",
      tags: ["Analytics"],
      summary: "Read where the entries of a content type are on the site",
    })
    .input(z.object({ ...organizationParam, contentType: z.string() }))
    .output(z.object({ pattern: z.string().nullable() })),

  writePagePattern: inOrganization
    .route({
      method: "PUT",
      path: "/organizations/{organization}/types/{contentType}/page-pattern",
      operationId: "writePagePattern",
      tags: ["Analytics"],
      summary: "Say where the entries of a content type are on the site",
    })
    .input(
      z.object({
        ...organizationParam,
        contentType: z.string(),
        pattern: z
          .string()
          .trim()
          .max(500)
          .regex(
            /^\/[^?#\s\p{Cc}\p{Cs}]*$/u,
            "Expected a path that begins with a slash, without query and spaces.",
          )
          .nullable()
          .meta({
            description: "A path with `{slug}` once, for a map also without. Null: nowhere.",
            example: "/blog/{slug}",
          }),
      }),
    )
    .output(z.object({ pattern: z.string().nullable() })),

  entryTraffic: inOrganization
    .route({
      method: "GET",
      path: "/organizations/{organization}/entries/{entry}/traffic",
      operationId: "readEntryTraffic",
      tags: ["Analytics"],
      summary: "Count visitors, views and events of an entry's page",
      description: "The page is the content type's page pattern with the entry's present slug.",
    })
    .input(
      z.object({
        ...organizationParam,
        entry: idSchema("entry"),
        ...rangeParams,
        interval: z.enum(analyticsIntervals).default("day"),
        ...compareParam,
      }),
    )
    .output(
      z.object({
        page: z.string().nullable().meta({ description: "Null where the type has no page pattern." }),
        summary: summarySchema.nullable(),
      }),
    ),
};
