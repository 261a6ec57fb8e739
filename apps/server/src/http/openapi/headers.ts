import type { OpenAPI } from "@orpc/openapi";

type Headers = Record<string, OpenAPI.HeaderObject | OpenAPI.ReferenceObject>;

/** Headers that several answers carry, described once. */
export const headerComponents = {
  "x-request-id": {
    description: "Names this request in the service's log. Quote it when you report a problem.",
    schema: { type: "string", format: "uuid" },
    example: "0f6f1c0e-8d1c-4c36-9b7e-5d1f2f3a4b5c",
  },
  "Cache-Control": {
    description: "Whether the answer may be kept, and by whom.",
    schema: { type: "string" },
    example: "private, no-cache",
  },
  ETag: {
    description: "Changes exactly when the body does. Send it back as `If-None-Match`.",
    schema: { type: "string" },
    example: '"c42-1k2f9"',
  },
  Vary: {
    description: "The request headers on which the body depends.",
    schema: { type: "string" },
    example: "accept-encoding",
  },
  "x-lintel-model-revision": {
    description: "The number of the model's last change when the answer was made.",
    schema: { type: "integer" },
    example: 42,
  },
  RateLimit: {
    description:
      "How the budget stands: `r` requests would be let through now, and in `t` seconds it is full again. On every answer of a request that spent a budget.",
    schema: { type: "string" },
    example: '"api";r=598;t=1',
  },
  "RateLimit-Policy": {
    description: "The budget that was spent, and its size: `q` requests in `w` seconds.",
    schema: { type: "string" },
    example: '"api";q=600;w=60',
  },
  "Retry-After": {
    description: "Seconds after which to try again.",
    schema: { type: "integer" },
    example: 1,
  },
} satisfies Record<string, OpenAPI.HeaderObject>;

type HeaderName = keyof typeof headerComponents;

export const headers = (...names: HeaderName[]): Headers =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** On every answer. */
export const common = headers("x-request-id", "Cache-Control");

/** On answers that spent a budget. */
export const budget = headers("RateLimit", "RateLimit-Policy");

/** On answers that refuse because a budget or a quota is used up. */
export const refused = headers("RateLimit", "RateLimit-Policy", "Retry-After");

/** On answers that say that something is away for a moment. */
export const away = headers("Retry-After");
