import { z } from "zod";
import { errorsOf } from "./errors.js";
import { idSchema } from "./ids.js";
import { counted } from "./keyed.js";
import { instantSchema } from "./organization.js";
import { webhookEventTypeSchema } from "./webhook-events/index.js";

/** Limits of webhooks. */
export const webhookLimits = {
  /** Endpoints an organization at most. */
  endpoints: 25,
  /** Days for which deliveries are kept. */
  days: 30,
  /** Hours for which the secret before a rotation goes on signing. */
  rotationHours: 24,
  /** Secrets before the present one that sign at once, at most. */
  previousSecrets: 5,
} as const;

const tags = ["Webhooks"];

const urlSchema = z.string().meta({
  format: "uri",
  description:
    "Where deliveries go: `https`, a public address, no credentials, no fragment, no spaces or control characters, at most 2,048 characters. It is kept as it is dialled: `https://EXAMPLE.com` becomes `https://example.com/`.",
  example: "https://example.com/webhooks",
});

const eventsSchema = z
  .array(webhookEventTypeSchema)
  .min(1, "Name at least one event type.")
  .transform((types) => [...new Set(types)])
  .meta({ description: "The event types to deliver.", example: ["member.joined", "entry.updated"] });

const enabledSchema = z.boolean().meta({ description: "Whether events are delivered." });

/** What can be said of an endpoint when it is made. */
export const webhookEndpointInput = { url: urlSchema, events: eventsSchema };

/** What can be changed of it. */
export const webhookEndpointChanges = {
  url: urlSchema.optional(),
  events: eventsSchema.optional(),
  enabled: enabledSchema.optional(),
};

export const webhookEndpointSchema = z
  .object({
    id: idSchema("webhookEndpoint"),
    url: urlSchema,
    events: z
      .array(webhookEventTypeSchema)
      .min(1)
      .meta({ description: "The event types that are delivered." }),
    enabled: enabledSchema,
    createdAt: instantSchema,
  })
  .meta({ id: "WebhookEndpoint" });

export const webhookSecretSchema = z.string().meta({
  description:
    "Verifies deliveries, with any Standard Webhooks library: `whsec_` and base64 of 32 bytes. Shown in this answer and nowhere again.",
  example: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD09Y+NJ5KkGs=",
});

export const webhookEndpointWithSecretSchema = z
  .object({ ...webhookEndpointSchema.shape, secret: webhookSecretSchema })
  .meta({ id: "WebhookEndpointWithSecret" });

export const webhookDeliverySchema = z
  .object({
    id: idSchema("delivery"),
    eventId: idSchema("event").meta({
      description: "The `webhook-id` of every attempt: a receiver that has seen it may pass it over.",
    }),
    eventType: webhookEventTypeSchema,
    status: z.enum(["pending", "success", "failed"]),
    responseStatus: z
      .number()
      .int()
      .nullable()
      .meta({ description: "The HTTP status of the last attempt; null where there was no answer." }),
    attempts: z.number().int().meta({ description: "How often it was tried." }),
    nextAttemptAt: instantSchema.nullable().meta({
      description: "When it is tried next; null where nothing is left to do, and while it is being sent.",
    }),
    error: z.string().nullable().meta({
      description: "What went wrong at the last attempt, in words; null where nothing did.",
      example: null,
    }),
    createdAt: instantSchema,
  })
  .meta({ id: "WebhookDelivery" });

export const retryFailedDescription =
  "At once, those that were given up and those that are `pending` after a failed attempt and wait for their next. The schedule of each begins anew. What was never tried yet, and what is being sent right now, is left alone.";

const sinceExpected = ({ input }: { input?: unknown }): string =>
  `${input === undefined ? "Missing. " : ""}Expected a date and time, as 2026-03-04T09:30:00Z or 2026-03-04T10:30:00+01:00.`;

/** What a retry of failed deliveries takes. */
export const retryFailedInput = {
  since: z.iso.datetime({ offset: true, error: sinceExpected }).meta({
    description:
      "Deliveries that failed before this instant and not since are left alone. With `Z` or an offset, as `+01:00`.",
    example: "2026-03-04T09:30:00.000Z",
  }),
};

export const retriedSchema = z.object({
  retried: z.number().int().meta({ description: "How many deliveries are tried again." }),
});

const params = { id: idSchema("webhookEndpoint").meta({ description: "The endpoint's id." }) };
const onEndpoint = counted.errors(errorsOf("BAD_REQUEST", "NOT_FOUND"));

export const webhooks = {
  list: counted
    .route({
      method: "GET",
      path: "/webhooks",
      operationId: "listWebhooks",
      tags,
      summary: "List the webhook endpoints",
      description: `Oldest first. There are at most ${webhookLimits.endpoints}.`,
    })
    .output(z.array(webhookEndpointSchema)),

  create: counted
    .errors(errorsOf("BAD_REQUEST", "CONFLICT"))
    .route({
      method: "POST",
      path: "/webhooks",
      operationId: "createWebhook",
      tags,
      summary: "Register a webhook endpoint",
      description: `The answer holds the signing secret, this once. An organization has at most ${webhookLimits.endpoints} endpoints; one more is a 409.`,
    })
    .input(z.object(webhookEndpointInput))
    .output(webhookEndpointWithSecretSchema),

  get: onEndpoint
    .route({
      method: "GET",
      path: "/webhooks/{id}",
      operationId: "getWebhook",
      tags,
      summary: "Read a webhook endpoint",
    })
    .input(z.object(params))
    .output(webhookEndpointSchema),

  update: onEndpoint
    .route({
      method: "PATCH",
      path: "/webhooks/{id}",
      operationId: "updateWebhook",
      tags,
      summary: "Change a webhook endpoint",
      description:
        "What is absent stays as it is. A disabled endpoint gets no new events; deliveries that wait fail when their turn comes, and can be retried.",
    })
    .input(z.object({ ...params, ...webhookEndpointChanges }))
    .output(webhookEndpointSchema),

  delete: onEndpoint
    .route({
      method: "DELETE",
      path: "/webhooks/{id}",
      operationId: "deleteWebhook",
      tags,
      summary: "Delete a webhook endpoint",
      description: "Its deliveries go with it, those that wait too.",
    })
    .input(z.object(params))
    .output(z.object({ ok: z.literal(true) })),

  rotateSecret: onEndpoint
    .errors(errorsOf("CONFLICT"))
    .route({
      method: "POST",
      path: "/webhooks/{id}/rotate-secret",
      operationId: "rotateWebhookSecret",
      tags,
      summary: "Give a webhook endpoint a new secret",
      description: `The secret so far goes on signing beside the new one for ${webhookLimits.rotationHours} hours, so that receivers can change over without a gap. Every secret has these ${webhookLimits.rotationHours} hours of its own, also when the endpoint is rotated again; with ${webhookLimits.previousSecrets} of them, one more rotation is a 409 that says when the oldest ends.`,
    })
    .input(z.object(params))
    .output(webhookEndpointWithSecretSchema),

  ping: onEndpoint
    .errors(errorsOf("CONFLICT"))
    .route({
      method: "POST",
      path: "/webhooks/{id}/ping",
      operationId: "pingWebhook",
      tags,
      summary: "Send a `ping` to a webhook endpoint",
      description:
        "Whatever event types it listens for. The answer is the delivery, which is still to be made.",
    })
    .input(z.object(params))
    .output(webhookDeliverySchema),

  retryFailed: onEndpoint
    .errors(errorsOf("CONFLICT"))
    .route({
      method: "POST",
      path: "/webhooks/{id}/retry-failed",
      operationId: "retryFailedDeliveries",
      tags,
      summary: "Try all failed deliveries since an instant again",
      description: retryFailedDescription,
    })
    .input(z.object({ ...params, ...retryFailedInput }))
    .output(retriedSchema),

  deliveries: {
    list: onEndpoint
      .route({
        method: "GET",
        path: "/webhooks/{id}/deliveries",
        operationId: "listWebhookDeliveries",
        tags,
        summary: "Read the deliveries to a webhook endpoint",
        description: `Newest first. Where there are more, the \`Link\` header leads to the next page (\`rel="next"\`). They are kept for ${webhookLimits.days} days.`,
        inputStructure: "detailed",
        outputStructure: "detailed",
      })
      .input(
        z.object({
          params: z.object(params),
          query: z.object({
            limit: z.coerce.number().int().min(1).max(100).default(50),
            cursor: z
              .string()
              .optional()
              .meta({ description: "Out of the `Link` header of the page before." }),
          }),
        }),
      )
      .output(
        z.object({
          headers: z.object({ link: z.string().optional() }),
          body: z.array(webhookDeliverySchema),
        }),
      ),

    retry: onEndpoint
      .errors(errorsOf("CONFLICT"))
      .route({
        method: "POST",
        path: "/webhooks/{id}/deliveries/{deliveryId}/retry",
        operationId: "retryWebhookDelivery",
        tags,
        summary: "Try a delivery again",
        description: "At once, whatever became of it, with the same `webhook-id`.",
      })
      .input(
        z.object({ ...params, deliveryId: idSchema("delivery").meta({ description: "The delivery's id." }) }),
      )
      .output(webhookDeliverySchema),
  },
};
