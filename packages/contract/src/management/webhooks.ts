import { z } from "zod";
import { idSchema } from "../ids.js";
import { instantSchema } from "../organization.js";
import { webhookEventTypeSchema } from "../webhook-events/index.js";
import {
  retriedSchema,
  retryFailedDescription,
  retryFailedInput,
  webhookDeliverySchema,
  webhookEndpointChanges,
  webhookEndpointInput,
  webhookEndpointSchema,
  webhookSecretSchema,
} from "../webhooks.js";
import { done, inOrganization, organizationParam, pageParams } from "./base.js";

const tags = ["Webhooks"];
const path = "/organizations/{organization}/webhooks" as const;
const endpointPath = `${path}/{webhook}` as const;
const deliveryPath = `${endpointPath}/deliveries/{delivery}` as const;
const onEndpoint = { ...organizationParam, webhook: idSchema("webhookEndpoint") };
const onDelivery = { ...onEndpoint, delivery: idSchema("delivery") };

const managedEndpointSchema = z
  .object({
    ...webhookEndpointSchema.shape,
    createdBy: z.object({ id: idSchema("user"), name: z.string() }).nullable(),
    failingSince: instantSchema
      .nullable()
      .meta({ description: "The first failure since the last success; null while deliveries arrive." }),
    disabledReason: z.enum(["gone", "failing"]).nullable().meta({
      description:
        "Why the service disabled it: the receiver answered 410 (`gone`), or only failed for 5 days (`failing`). Null where a person did.",
    }),
    disabledAt: instantSchema.nullable(),
    previousSecretUntil: instantSchema
      .nullable()
      .meta({ description: "Until when the secret before the last rotation signs beside the present one." }),
  })
  .meta({ id: "ManagedWebhookEndpoint" });

const withSecret = z.object({ endpoint: managedEndpointSchema, secret: webhookSecretSchema });

const attemptSchema = z
  .object({
    number: z.number().int().meta({ description: "Counts from 1." }),
    at: instantSchema,
    status: z.enum(["success", "failed"]),
    responseStatus: z.number().int().nullable(),
    durationMilliseconds: z.number().int(),
    error: z.string().nullable().meta({ description: "What went wrong, in words." }),
    responseBody: z
      .string()
      .nullable()
      .meta({ description: "The first 16 KB of the answer; null where there was none." }),
  })
  .meta({ id: "WebhookAttempt" });

export const webhooks = {
  eventTypes: inOrganization
    .route({
      method: "GET",
      path: "/organizations/{organization}/webhook-event-types",
      operationId: "listWebhookEventTypes",
      tags,
      summary: "List the event types that endpoints can listen for",
    })
    .input(z.strictObject(organizationParam))
    .output(
      z.object({
        eventTypes: z.array(
          z.object({
            type: webhookEventTypeSchema,
            description: z.string(),
            example: z.record(z.string(), z.unknown()).meta({ description: "What `data` may hold." }),
          }),
        ),
      }),
    ),

  list: inOrganization
    .route({
      method: "GET",
      path,
      operationId: "listManagedWebhooks",
      tags,
      summary: "List the webhook endpoints, oldest first",
      description: "For owners and admins.",
    })
    .input(z.strictObject(organizationParam))
    .output(z.object({ endpoints: z.array(managedEndpointSchema) })),

  create: inOrganization
    .route({
      method: "POST",
      path,
      operationId: "createManagedWebhook",
      tags,
      summary: "Register a webhook endpoint",
      description: "For owners and admins. The secret is shown in this answer and nowhere again.",
    })
    .input(z.object({ ...organizationParam, ...webhookEndpointInput }))
    .output(withSecret),

  get: inOrganization
    .route({
      method: "GET",
      path: endpointPath,
      operationId: "readManagedWebhook",
      tags,
      summary: "Read a webhook endpoint",
    })
    .input(z.strictObject(onEndpoint))
    .output(managedEndpointSchema),

  update: inOrganization
    .route({
      method: "PATCH",
      path: endpointPath,
      operationId: "updateManagedWebhook",
      tags,
      summary: "Change a webhook endpoint",
      description: "What is absent stays as it is.",
    })
    .input(z.object({ ...onEndpoint, ...webhookEndpointChanges }))
    .output(managedEndpointSchema),

  delete: inOrganization
    .route({
      method: "DELETE",
      path: endpointPath,
      operationId: "deleteManagedWebhook",
      tags,
      summary: "Delete a webhook endpoint and its deliveries",
    })
    .input(z.object(onEndpoint))
    .output(done),

  rotateSecret: inOrganization
    .route({
      method: "POST",
      path: `${endpointPath}/rotate-secret`,
      operationId: "rotateManagedWebhookSecret",
      tags,
      summary: "Give a webhook endpoint a new secret",
      description:
        "The secret so far goes on signing beside the new one for 24 hours, and those before it to the end of theirs. With 5 of them one more rotation is a 409 that says when the oldest ends.",
    })
    .input(z.object(onEndpoint))
    .output(withSecret),

  ping: inOrganization
    .route({
      method: "POST",
      path: `${endpointPath}/ping`,
      operationId: "pingManagedWebhook",
      tags,
      summary: "Send a `ping` to a webhook endpoint",
    })
    .input(z.object(onEndpoint))
    .output(webhookDeliverySchema),

  retryFailed: inOrganization
    .route({
      method: "POST",
      path: `${endpointPath}/retry-failed`,
      operationId: "retryFailedManagedDeliveries",
      tags,
      summary: "Try all failed deliveries since an instant again",
      description: retryFailedDescription,
    })
    .input(z.object({ ...onEndpoint, ...retryFailedInput }))
    .output(retriedSchema),

  deliveries: inOrganization
    .route({
      method: "GET",
      path: `${endpointPath}/deliveries`,
      operationId: "listManagedDeliveries",
      tags,
      summary: "Read the deliveries to a webhook endpoint, newest first",
    })
    .input(
      z.strictObject({
        ...onEndpoint,
        ...pageParams,
        status: z.enum(["pending", "success", "failed"]).optional(),
      }),
    )
    .output(z.object({ deliveries: z.array(webhookDeliverySchema), nextCursor: z.string().nullable() })),

  delivery: inOrganization
    .route({
      method: "GET",
      path: deliveryPath,
      operationId: "readManagedDelivery",
      tags,
      summary: "Read a delivery with its attempts",
    })
    .input(z.strictObject(onDelivery))
    .output(
      z.object({
        delivery: webhookDeliverySchema,
        attempts: z.array(attemptSchema).meta({ description: "In their order." }),
        requestBody: z.string().meta({ description: "What is sent and signed, byte for byte." }),
      }),
    ),

  retry: inOrganization
    .route({
      method: "POST",
      path: `${deliveryPath}/retry`,
      operationId: "retryManagedDelivery",
      tags,
      summary: "Try a delivery again, at once",
    })
    .input(z.object(onDelivery))
    .output(webhookDeliverySchema),
};
