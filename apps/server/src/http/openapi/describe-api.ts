import type { AnyContractProcedure, AnyContractRouter } from "@orpc/contract";
import { type OpenAPI, OpenAPIGenerator } from "@orpc/openapi";
import { traverseContractProcedures } from "@orpc/server";
import { safetyHeaders } from "../safety-headers.js";
import { ErrorResponses } from "./error-responses.js";
import { budget, common, headerComponents } from "./headers.js";
import { SchemaComponents } from "./schema-components.js";

export interface ApiDescription {
  contract: AnyContractRouter;
  /** Where the API is served. It stands as a relative URL, so that the description is right at any origin. */
  prefix: string;
  title: string;
  description: string;
  version: string;
  tags: Record<string, string>;
  /** How a request says who asks. */
  security: { name: string; scheme: OpenAPI.SecuritySchemeObject };
  /** Whether an operation spends a budget, by its id. */
  spendsBudget?: (id: string) => boolean;
  /** What the service sends by itself. */
  webhooks?: (components: SchemaComponents) => NonNullable<OpenAPI.Document["webhooks"]>;
  /** What the contract does not say of single operations, by operation id. */
  refine?: Record<string, (operation: OpenAPI.OperationObject) => OpenAPI.OperationObject>;
}

/** Writes the OpenAPI document of a contract, with all that the listener adds to what the contract says. */
export async function describeApi(api: ApiDescription): Promise<OpenAPI.Document> {
  const components = new SchemaComponents();
  const errorResponses = new ErrorResponses(components);
  const document = await new OpenAPIGenerator({ schemaConverters: [components] }).generate(api.contract, {
    info: {
      title: api.title,
      version: api.version,
      description: `${api.description}\n\n${everyAnswer}`,
      license: { name: "Apache 2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: api.prefix, description: "This deployment" }],
    security: [{ [api.security.name]: [] }],
    tags: Object.entries(api.tags).map(([name, description]) => ({ name, description })),
  });
  const contracts = contractsById(api.contract);
  for (const operation of operationsOf(document)) {
    const contract = contracts.get(operation.operationId ?? "");
    if (!contract) throw new Error(`The operation ${operation.operationId} is not in the contract.`);
    operation.parameters = (operation.parameters ?? []).map(tidyParameter);
    const spends = api.spendsBudget?.(operation.operationId ?? "") ?? false;
    operation.responses = {
      ...succeeded(operation.responses, spends ? { ...common, ...budget } : common),
      ...errorResponses.of(contract, operation.requestBody !== undefined),
    };
    Object.assign(operation, api.refine?.[operation.operationId ?? ""]?.(operation));
  }
  if (api.webhooks) document.webhooks = api.webhooks(components);
  document.components = {
    securitySchemes: { [api.security.name]: api.security.scheme },
    headers: usedHeaders(document, errorResponses.responses),
    responses: errorResponses.responses,
    // The library's type of a schema is of two drafts at once; zod writes the later one.
    schemas: components.schemas as NonNullable<OpenAPI.ComponentsObject["schemas"]>,
  };
  return document;
}

const everyAnswer = `Every answer carries \`x-request-id\` and the safety headers ${Object.keys(safetyHeaders)
  .map((name) => `\`${name}\``)
  .join(
    ", ",
  )}. Every error has the members of \`Error\`, \`data\` where there is more to say. HEAD is answered wherever GET is.`;

function contractsById(contract: AnyContractRouter): Map<string, AnyContractProcedure> {
  const found = new Map<string, AnyContractProcedure>();
  traverseContractProcedures({ router: contract, path: [] }, ({ contract }) => {
    const { operationId } = contract["~orpc"].route;
    if (operationId) found.set(operationId, contract);
  });
  return found;
}

export function* operationsOf(document: OpenAPI.Document): Generator<OpenAPI.OperationObject> {
  for (const path of Object.values(document.paths ?? {}))
    for (const method of ["get", "put", "post", "patch", "delete"] as const)
      if (path?.[method]) yield path[method];
}

function succeeded(
  responses: OpenAPI.ResponsesObject | undefined,
  headers: typeof common,
): OpenAPI.ResponsesObject {
  const successes = Object.entries(responses ?? {}).filter(([status]) => Number(status) < 400);
  return Object.fromEntries(successes.map(([status, response]) => [status, { ...response, headers }]));
}

/** Moves what is said of a parameter to where tools look for it. */
function tidyParameter(
  parameter: OpenAPI.ParameterObject | OpenAPI.ReferenceObject,
): OpenAPI.ParameterObject | OpenAPI.ReferenceObject {
  if ("$ref" in parameter) return parameter;
  const { allowEmptyValue: _, allowReserved: __, schema = {}, ...rest } = parameter;
  const { description, ...type } = schema as OpenAPI.SchemaObject;
  // Renderers show an object by its schema and leave out what stands beside it.
  const isObject = "type" in type && type.type === "object";
  return {
    ...rest,
    ...(description && { description }),
    schema: (isObject ? schema : type) as NonNullable<OpenAPI.ParameterObject["schema"]>,
  };
}

/** Only what is referred to, because a reader takes what stands here for what is sent. */
function usedHeaders(...parts: unknown[]): NonNullable<OpenAPI.ComponentsObject["headers"]> {
  const text = JSON.stringify(parts);
  return Object.fromEntries(
    Object.entries(headerComponents).filter(([name]) => text.includes(`"#/components/headers/${name}"`)),
  );
}
