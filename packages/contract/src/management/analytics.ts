import { z } from "zod";
import { idSchema } from "../ids.js";
import { breakdownSchema, counts, rangeSchema, summarySchema } from "./analytics-answers.js";
import {
  analyticsDimensions,
  analyticsIntervals,
  analyticsLimits,
  compareParam,
  dayParams,
  rangeParams,
  stepSchema,
  whereParam,
} from "./analytics-questions.js";
import { inOrganization, organizationParam } from "./base.js";

const path = "/organizations/{organization}/analytics" as const;

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
        ...dayParams,
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
