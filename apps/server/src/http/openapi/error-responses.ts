import { type ErrorCode, errorBodySchema, errors } from "@lintel/contract";
import type { AnyContractProcedure } from "@orpc/contract";
import type { OpenAPI } from "@orpc/openapi";
import { ApiError } from "../../api/api-error.js";
import { away, common, refused } from "./headers.js";
import type { SchemaComponents } from "./schema-components.js";

type Response = OpenAPI.ResponseObject;
type ErrorDeclarations = Record<string, { message?: string | undefined } | undefined>;

/** What the listener may answer for every operation, whatever the contract declares. */
const ofEveryOperation: ErrorCode[] = ["BAD_REQUEST", "METHOD_NOT_SUPPORTED", "INTERNAL_SERVER_ERROR"];

/** What it may answer where a body is read. */
const ofEveryBody: ErrorCode[] = ["REQUEST_TIMEOUT", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"];

/** Writes the error responses of operations, and gathers those that are the same everywhere as components. */
export class ErrorResponses {
  readonly responses: Record<string, Response> = {};

  constructor(private readonly components: SchemaComponents) {
    components.add("Error", errorBodySchema);
  }

  of(contract: AnyContractProcedure, hasBody: boolean): OpenAPI.ResponsesObject {
    const declared: ErrorDeclarations = contract["~orpc"].errorMap;
    const codes = [
      ...Object.keys(declared).filter(isErrorCode),
      ...ofEveryOperation,
      ...(hasBody ? ofEveryBody : []),
    ];
    const byStatus: Record<number, ErrorCode[]> = {};
    for (const code of new Set(codes)) {
      const { status } = errors[code];
      byStatus[status] = [...(byStatus[status] ?? []), code];
    }
    return Object.fromEntries(
      Object.entries(byStatus).map(([status, codes]) => [status, this.#response(codes, declared)]),
    );
  }

  #response(codes: ErrorCode[], declared: ErrorDeclarations): Response | OpenAPI.ReferenceObject {
    const [code] = codes;
    const own = codes.some(
      (code) => (declared[code]?.message ?? errors[code].message) !== errors[code].message,
    );
    if (own || codes.length > 1 || !code) return this.#write(codes, declared);
    const name = pascalCase(code);
    this.responses[name] ??= this.#write(codes, {});
    return { $ref: `#/components/responses/${name}` };
  }

  #write(codes: ErrorCode[], declared: ErrorDeclarations): Response {
    const messages = codes.map((code) => declared[code]?.message ?? errors[code].message);
    return {
      description: messages.join(" Or: "),
      headers: {
        ...common,
        ...(codes.includes("RATE_LIMITED") && refused),
        ...(codes.includes("SERVICE_UNAVAILABLE") && away),
        ...(codes.includes("METHOD_NOT_SUPPORTED") && { Allow: allow }),
      },
      content: {
        "application/json": {
          schema:
            codes.length === 1 ? this.#schema(codes[0]!) : { oneOf: codes.map((code) => this.#schema(code)) },
          examples: Object.fromEntries(
            codes.map((code, index) => [
              code,
              { value: new ApiError(code, messages[index], example(code)).toBody() },
            ]),
          ),
        },
      },
    };
  }

  #schema(code: ErrorCode): OpenAPI.SchemaObject {
    const { status, ...rest } = errors[code];
    const [required, data] = "data" in rest ? this.components.convert(rest.data, { strategy: "output" }) : [];
    const properties = { code: { const: code }, status: { const: status }, ...(data && { data }) };
    const schema = {
      allOf: [
        { $ref: "#/components/schemas/Error" },
        { type: "object", properties, ...(required && { required: ["data"] }) },
      ],
    };
    // The library's type of a schema is of two drafts at once, which no literal satisfies.
    return schema as OpenAPI.SchemaObject;
  }
}

const allow: OpenAPI.HeaderObject = {
  description: "The methods that the path supports.",
  schema: { type: "string" },
  example: "GET, HEAD, OPTIONS",
};

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code);

const example = (code: ErrorCode): Record<string, unknown> | undefined =>
  code === "BAD_REQUEST"
    ? { issues: [{ path: "limit", message: "Expected at least 1, got 0." }] }
    : undefined;

const pascalCase = (code: string): string =>
  code.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
