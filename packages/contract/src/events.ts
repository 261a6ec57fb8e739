import { z } from "zod";

/** What an event is called that stands for a page somebody saw. All others are counted as events alone. */
export const pageViewName = "pageview";

/** How far a JSON object that comes with events may reach. */
export const eventDataLimits = { bytes: 8_192, levels: 5 } as const;

const reach = `At most ${eventDataLimits.bytes} bytes as JSON and ${eventDataLimits.levels} levels deep.`;

const dataSchema = z.record(z.string(), z.unknown());

const place = (description: string, example: string) =>
  z
    .string()
    .optional()
    .meta({ description: `${description} Cut to 100 characters.`, example });

const contextSchema = z
  .object({
    visitor: z.string().optional().meta({
      description:
        "What tells one visitor from another for a day, as a digest that your handler made. It is kept only as a digest of its own, salted by organization and day.",
    }),
    country: place("As two letters.", "DE"),
    region: place("As you name it.", "DE-BE"),
    city: place("As you name it.", "Berlin"),
    device: z.enum(["desktop", "mobile", "tablet"]).optional(),
    browser: place(
      "Its family. The name of a known bot marks the events as a bot's. Of a user agent nothing is kept.",
      "Firefox",
    ),
    os: place("Its family. Of a user agent nothing is kept.", "Linux"),
  })
  .meta({ description: "What holds for every event of the batch.", default: {} });

export const analyticsEventSchema = z
  .object({
    name: z
      .string()
      .min(1)
      .max(120)
      .meta({
        description: `What happened. "${pageViewName}" is a page view.`,
        example: pageViewName,
      }),
    props: dataSchema
      .optional()
      .meta({ description: `What you want to know of the event. ${reach}`, default: {} }),
    timestamp: z.int().min(0).max(Number.MAX_SAFE_INTEGER).meta({
      description:
        "When, in milliseconds since 1970, not in seconds, which would be a time long ago. An event counts at this time if it is at most 24 hours old and at most a minute ahead. An older one counts as 24 hours old, one further ahead as of its receipt.",
      example: 1_772_616_600_000,
    }),
    url: z.string().optional().meta({
      description:
        "Where, as a URL or a path. Of its query only the campaign parameters are kept: `utm_source`, `utm_medium`, `utm_campaign`, `utm_term`, `utm_content`.",
      example: "https://example.org/pricing?utm_source=newsletter",
    }),
    route: z.string().min(1).max(500).optional().meta({
      description: "The pattern behind the URL. A query and a fragment are cut off.",
      example: "/posts/[slug]",
    }),
    referrer: z.string().optional().meta({
      description: "Where the visitor came from, as a URL. It is reduced as `url` is.",
      example: "https://news.example.com/",
    }),
  })
  .meta({ id: "AnalyticsEvent" });

export const eventBatchSchema = z
  .object({
    context: contextSchema.optional(),
    metadata: dataSchema
      .optional()
      .meta({ description: `Kept with every event of the batch. ${reach}`, default: {} }),
    events: z.array(analyticsEventSchema).min(1).max(100),
  })
  .meta({ id: "AnalyticsEventBatch" });

export type EventBatch = z.infer<typeof eventBatchSchema>;
export type AnalyticsEvent = z.infer<typeof analyticsEventSchema>;

export const acceptedSchema = z.object({
  accepted: z.int().meta({ description: "How many events were stored: all of the batch.", example: 2 }),
});
