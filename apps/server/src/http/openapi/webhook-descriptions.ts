import { type WebhookEventType, webhookBodySchema, webhookEvents, webhookEventTypes } from "@lintel/contract";
import type { OpenAPI } from "@orpc/openapi";
import type { SchemaComponents } from "./schema-components.js";

export const webhookTag = "Webhook events";

type Webhooks = NonNullable<OpenAPI.Document["webhooks"]>;

/** What endpoints get: a request for each type of event, as the catalogue has it. */
export function describeWebhooks(components: SchemaComponents): Webhooks {
  const described = webhookEventTypes.map((type) => [type, { post: describe(components, type) }]);
  // The library's type of a schema is of two drafts at once; zod writes the later one.
  return Object.fromEntries(described) as Webhooks;
}

function describe(components: SchemaComponents, type: WebhookEventType): object {
  const { description, example } = webhookEvents[type];
  const [, schema] = components.convert(webhookBodySchema(type), { strategy: "output" });
  const value = { type, timestamp: "2026-03-05T11:02:09.412Z", data: example };
  return {
    operationId: `receive.${type}`,
    tags: [webhookTag],
    summary: type,
    description,
    security: [],
    parameters,
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema,
          examples: { event: { value } },
        },
      },
    },
    responses: {
      "2XX": { description: "Received. Anything else, a redirect too, is tried again later." },
      410: { description: "Send nothing more: the endpoint is disabled at once." },
    },
  };
}

const header = (name: string, description: string, example: string): OpenAPI.ParameterObject => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
  example,
});

const parameters = [
  header(
    "webhook-id",
    "The event's id, the same over all attempts: whoever has seen it ignores it.",
    "evt_01kb1m3v9rf0wbq7t8x2c4d5e6",
  ),
  header("webhook-timestamp", "When this attempt was made, in seconds since 1970.", "1772708529"),
  header(
    "webhook-signature",
    "Signatures over id, timestamp and body by the endpoint's secret, as Standard Webhooks has them; two while the secret is rotated.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
];
