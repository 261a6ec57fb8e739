import { z } from "zod";

/** What a failed validation names: where, and what is wrong and what would be right. */
export const issueSchema = z.object({
  path: z
    .string()
    .meta({ description: "Where, as `fields.price` or `where[fields.price][gt]`; empty for the whole." }),
  message: z.string(),
});

export type Issue = z.infer<typeof issueSchema>;

const issuesData = z.object({ issues: z.array(issueSchema) });

/**
 * Every error that the API answers with, by its code. Routes declare the ones that are theirs; the message here
 * is the default, and an answer's own says more.
 */
export const errors = {
  BAD_REQUEST: {
    status: 400,
    message: "The request is not valid. `data.issues` names each place.",
    data: issuesData,
  },
  UNAUTHORIZED: {
    status: 401,
    message: "Authentication required. Pass an organization API key in the `x-api-key` header.",
  },
  FORBIDDEN: { status: 403, message: "Your role in this organization does not allow this." },
  NOT_FOUND: { status: 404, message: "Nothing is here." },
  METHOD_NOT_SUPPORTED: {
    status: 405,
    message: "This path does not support that method. `Allow` lists those it does.",
  },
  REQUEST_TIMEOUT: {
    status: 408,
    message: "The request did not arrive in time. Send it whole and without pauses.",
  },
  CONFLICT: {
    status: 409,
    message: "The request conflicts with the present state.",
    data: z.record(z.string(), z.unknown()).optional(),
  },
  PAYLOAD_TOO_LARGE: { status: 413, message: "The body is larger than this endpoint takes." },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: "Send the body as `content-type: application/json`." },
  RANGE_NOT_SATISFIABLE: {
    status: 416,
    message: "The file has no such range. `content-range` says how many bytes it has.",
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    message:
      "This `Idempotency-Key` came before with another body. Use a new key for a new request, and the same body when you repeat one.",
  },
  RATE_LIMITED: { status: 429, message: "Too many requests. Try again shortly." },
  QUOTA_EXCEEDED: {
    status: 429,
    message: "The organization's API request limit for this period has been reached.",
  },
  HEADERS_TOO_LARGE: { status: 431, message: "The headers are larger than 16 KiB in all. Send fewer." },
  INTERNAL_SERVER_ERROR: {
    status: 500,
    message: "Something failed on our side. Nothing was changed. Quote the request id when you report it.",
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    message: "The database cannot be reached. Nothing was changed. Try again shortly.",
  },
} as const;

export type ErrorCode = keyof typeof errors;

/** The body of every error answer. */
export const errorBodySchema = z
  .object({
    defined: z.boolean().meta({ description: "True for every error that the contract declares." }),
    code: z.string().meta({ example: "NOT_FOUND" }),
    status: z.number().meta({ description: "The HTTP status." }),
    message: z.string().meta({ description: "What is wrong, and what to do." }),
    data: z.unknown().optional(),
  })
  .meta({ id: "Error", title: "Error" });

export type ErrorBody = z.infer<typeof errorBodySchema>;

/** Picks error declarations for a route. */
export function errorsOf<C extends ErrorCode>(...codes: C[]): Pick<typeof errors, C> {
  return Object.fromEntries(codes.map((code) => [code, errors[code]])) as Pick<typeof errors, C>;
}
