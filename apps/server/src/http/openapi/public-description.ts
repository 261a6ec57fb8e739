import { contract, publicApiPrefix } from "@lintel/contract";
import type { OpenAPI } from "@orpc/openapi";
import { deliveryOperations } from "../delivery-operations.js";
import type { ApiDescription } from "./describe-api.js";
import { examples } from "./examples.js";
import { headers } from "./headers.js";
import { describeWebhooks, webhookTag } from "./webhook-descriptions.js";

const description = `Structured content for websites and applications: the model, the entries, and who they belong to.
It also takes the events of those who visit them and the tracking plan, and manages webhooks.

Send the organization's API key as \`x-api-key\`. A key reads everything its organization holds, sends its events and
manages its webhooks, so it belongs on a server and never into a page. Fields that were renamed or deleted keep answering, marked \`deprecated\` in the model,
until someone completes their Action: nothing you read disappears unannounced.

Unknown members of a body are ignored; an unknown query parameter is an error that names it. Operations of this
version only ever gain members.

A key has a budget of requests a minute, and the organization a quota of requests a month; reading the model and the
content spends neither. \`RateLimit\` and \`RateLimit-Policy\` say how the budget stands, as the IETF's draft
"RateLimit header fields for HTTP" has them, on every answer of a request that spent one. Requests without a key, or
with a wrong one, spend the budget of the address they come from.`;

export const publicDescription: ApiDescription = {
  contract,
  prefix: publicApiPrefix,
  title: "Lintel API",
  version: "1.0.0",
  description,
  tags: {
    Content: "The content model and the entries.",
    Analytics: "Events, and the plan of what they carry.",
    Organization: "The organization that the key belongs to.",
    Service: "The service itself.",
    Webhooks: "Endpoints that are told of events, and the log of what was delivered to them.",
    [webhookTag]: "What endpoints are sent when something happens, signed as Standard Webhooks has it.",
  },
  webhooks: describeWebhooks,
  security: {
    name: "apiKey",
    scheme: {
      type: "apiKey",
      in: "header",
      name: "x-api-key",
      description: "An organization's API key, as `ltl_…`. Made in the Studio under Developers, API keys.",
    },
  },
  spendsBudget: (id) => id !== "getHealth" && !(deliveryOperations as readonly string[]).includes(id),
  refine: Object.fromEntries([
    ...Object.keys(examples).map((id) => [id, withExample(examples[id as keyof typeof examples])]),
    ...deliveryOperations.map((id) => [
      id,
      (operation: OpenAPI.OperationObject) => cachedRead(withExample(examples[id])(operation)),
    ]),
    [
      "ingestEvents",
      (operation: OpenAPI.OperationObject) => repeatable(withExample(examples.ingestEvents)(operation)),
    ],
    [
      "listWebhookDeliveries",
      (operation: OpenAPI.OperationObject) => paged(withExample(examples.listWebhookDeliveries)(operation)),
    ],
  ]),
};

function withExample(value: unknown) {
  return (operation: OpenAPI.OperationObject): OpenAPI.OperationObject => {
    const success = operation.responses?.["200"];
    const content = success && "content" in success ? success.content?.["application/json"] : undefined;
    if (content) content.examples = { answer: { value } };
    return operation;
  };
}

/** The answer names its version, and is not sent again to whoever has it. */
function cachedRead(operation: OpenAPI.OperationObject): OpenAPI.OperationObject {
  const sent = headers("x-request-id", "Cache-Control", "ETag", "Vary", "x-lintel-model-revision");
  return {
    ...operation,
    parameters: [
      ...(operation.parameters ?? []),
      {
        name: "If-None-Match",
        in: "header",
        description:
          "The `ETag` of an answer you hold. While it is still right, the answer is a 304 without a body.",
        schema: { type: "string" },
      },
      {
        name: "x-lintel-model-revision",
        in: "header",
        description:
          "The revision of the model that your client was generated from, so that people see who reads what.",
        schema: { type: "integer", minimum: 0 },
      },
    ],
    responses: {
      ...operation.responses,
      200: { ...operation.responses?.["200"], description: "OK", headers: sent },
      304: { description: "What you hold is still right.", headers: sent },
    },
  };
}

/** The client may name its request, and send it again. */
function repeatable(operation: OpenAPI.OperationObject): OpenAPI.OperationObject {
  return {
    ...operation,
    parameters: [
      ...(operation.parameters ?? []),
      {
        name: "Idempotency-Key",
        in: "header",
        description:
          "A name of your choice for this request, for instance a UUID. Within 24 hours the same request with the same name is answered as the first was, and counts once; with another body it is a 422.",
        schema: { type: "string", minLength: 1, maxLength: 257 },
        example: '"8e03978e-40d5-43dd-bc93-6894a57f9324"',
      },
    ],
  };
}

/** The body is the list itself, so the way to the next page is a header. */
function paged(operation: OpenAPI.OperationObject): OpenAPI.OperationObject {
  const success = operation.responses?.["200"] as OpenAPI.ResponseObject;
  const link: OpenAPI.HeaderObject = {
    required: false,
    description: 'The next page, as RFC 8288 has it: `<…>; rel="next"`. Absent on the last one.',
    schema: { type: "string" },
    example:
      '<https://content.example.org/api/v1/webhooks/whe_01kb1m3v9rf0wbq7t8x2c4d5e6/deliveries?limit=50&cursor=dlv_01kb1m3v9rf0wbq7t8x2c4d5e6>; rel="next"',
  };
  return {
    ...operation,
    responses: { ...operation.responses, 200: { ...success, headers: { ...success.headers, Link: link } } },
  };
}
