import { oc } from "@orpc/contract";
import { z } from "zod";
import { billingSchema } from "./billing.js";
import { contentQuerySchema, entryListSchema, singleEntryQuerySchema, singleEntrySchema } from "./content.js";
import { errorsOf } from "./errors.js";
import { acceptedSchema, eventBatchSchema } from "./events.js";
import { counted, keyed } from "./keyed.js";
import { modelSchema } from "./model.js";
import { organizationSchema } from "./organization.js";
import { publishedAnswerSchema, publishedPlanSchema, trackingPlanSchema } from "./tracking-plan.js";
import { webhooks } from "./webhooks.js";

/** Where the public API is served, below the deployment's origin. */
export const publicApiPrefix = "/api/v1";

const typeSlug = z.string().meta({ description: "The slug of the content type.", example: "posts" });

/** The public API, operation by operation. Everything else about it is made from this. */
export const contract = {
  health: oc
    .route({
      method: "GET",
      path: "/health",
      operationId: "getHealth",
      tags: ["Service"],
      summary: "Say whether the service answers",
      description: "Needs no API key and spends no budget.",
      spec: (operation) => ({ ...operation, security: [] }),
    })
    .output(z.object({ status: z.literal("ok") })),

  organization: {
    get: counted
      .route({
        method: "GET",
        path: "/org",
        operationId: "getOrganization",
        tags: ["Organization"],
        summary: "Read the organization that the key belongs to",
      })
      .output(organizationSchema),

    billing: counted
      .route({
        method: "GET",
        path: "/org/billing",
        operationId: "getBilling",
        tags: ["Organization"],
        summary: "Read the plan of the organization and what is used of it",
      })
      .output(billingSchema),
  },

  model: {
    get: keyed
      .route({
        method: "GET",
        path: "/model",
        operationId: "getModel",
        tags: ["Content"],
        summary: "Read the content model",
        description:
          "For generating typed clients. Deleted fields and old names stay, with their deprecated record, until their Action is completed.",
      })
      .output(modelSchema),
  },

  content: {
    list: keyed
      .errors(errorsOf("BAD_REQUEST", "NOT_FOUND"))
      .route({
        method: "GET",
        path: "/content/{type}",
        operationId: "listEntries",
        tags: ["Content"],
        summary: "Read the entries of a content type",
        description: "A map answers with its one entry as a list of one.",
        inputStructure: "detailed",
      })
      .input(z.object({ params: z.object({ type: typeSlug }), query: contentQuerySchema }))
      .output(entryListSchema),

    get: keyed
      .errors(errorsOf("BAD_REQUEST", "NOT_FOUND"))
      .route({
        method: "GET",
        path: "/content/{type}/{slug}",
        operationId: "getEntry",
        tags: ["Content"],
        summary: "Read one entry by its slug",
        inputStructure: "detailed",
      })
      .input(
        z.object({
          params: z.object({
            type: typeSlug,
            slug: z.string().meta({ description: "The slug of the entry." }),
          }),
          query: singleEntryQuerySchema,
        }),
      )
      .output(singleEntrySchema),
  },

  trackingPlan: {
    get: counted
      .route({
        method: "GET",
        path: "/events/schema",
        operationId: "getTrackingPlan",
        tags: ["Analytics"],
        summary: "Read the tracking plan",
        description:
          "Events and properties that were left out or renamed stay, with their deprecated record, until their Action is completed.",
      })
      .output(trackingPlanSchema),

    publish: counted
      .errors(errorsOf("BAD_REQUEST"))
      .route({
        method: "PUT",
        path: "/events/schema",
        operationId: "publishTrackingPlan",
        tags: ["Analytics"],
        summary: "Publish the tracking plan",
        description:
          "Takes the whole plan. Publishing the same again changes nothing. An event or property that is missing or renamed opens an Action and stays valid until someone completes it; no event is ever refused for the plan's sake, what does not fit is counted.",
      })
      .input(publishedPlanSchema)
      .output(publishedAnswerSchema),
  },

  events: {
    ingest: keyed
      .errors(errorsOf("BAD_REQUEST", "IDEMPOTENCY_KEY_REUSED"))
      .route({
        method: "POST",
        path: "/events",
        operationId: "ingestEvents",
        tags: ["Analytics"],
        summary: "Take in a batch of analytics events",
        description:
          "Sent by the handler in your application, one request a browser's batch. The answer comes when the events are stored for good. Send an `Idempotency-Key` to be able to repeat the request without counting twice.",
      })
      .input(eventBatchSchema)
      .output(acceptedSchema),
  },

  webhooks,
};

export type PublicContract = typeof contract;
