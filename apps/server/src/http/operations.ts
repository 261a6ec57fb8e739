import { isId } from "@lintel/contract";
import type { AnyContractProcedure, AnyContractRouter } from "@orpc/contract";
import { ValidationError } from "@orpc/contract";
import { StandardOpenAPICodec } from "@orpc/openapi/standard";
import {
  StandardBracketNotationSerializer,
  StandardOpenAPIJsonSerializer,
  StandardOpenAPISerializer,
} from "@orpc/openapi-client/standard";
import {
  type AnyProcedure,
  type AnyRouter,
  type Context,
  createProcedureClient,
  getRouter,
  isProcedure,
  ORPCError,
  traverseContractProcedures,
  unlazy,
} from "@orpc/server";
import { badRequest } from "../api/api-error.js";
import { sendJson } from "./answer.js";
import type { Exchange } from "./exchange.js";
import { checkQuery, type InputShape, inputShape } from "./input-shape.js";
import { readJson } from "./read-json.js";
import type { Handle, Method, Params, Route } from "./route-table.js";
import { toIssues } from "./validation-issues.js";

export interface Api<C extends Context> {
  /** Where the API is served, as `/api/v1`. */
  prefix: string;
  contract: AnyContractRouter;
  /** What implements the contract's operations, but for those in `direct`. */
  router: AnyRouter;
  /** Lets the request in and says who asks, or raises why not. Runs before a body is read. */
  enter(exchange: Exchange): C | Promise<C>;
  /** Operations that write their answers themselves, by operation id. They let requests in themselves. */
  direct?: Record<string, Handle>;
}

const codec = new StandardOpenAPICodec(
  new StandardOpenAPISerializer(new StandardOpenAPIJsonSerializer(), new StandardBracketNotationSerializer()),
);

/** One route for each operation of a contract. An operation that nothing implements stops the start. */
export function operationRoutes<C extends Context>(api: Api<C>): Route[] {
  const routes: Route[] = [];
  traverseContractProcedures({ router: api.contract, path: [] }, ({ contract, path }) => {
    const { route } = contract["~orpc"];
    const id = route.operationId ?? path.join(".");
    if (!route.method || route.method === "HEAD" || !route.path)
      throw new Error(`The contract's operation ${id} has no method or no path.`);
    const handle = api.direct?.[id] ?? operation(api, contract, path, id);
    routes.push({ method: route.method, path: api.prefix + route.path, handle });
  });
  return routes;
}

function operation<C extends Context>(
  { router, enter }: Api<C>,
  contract: AnyContractProcedure,
  path: readonly string[],
  id: string,
): Handle {
  const { route, inputSchema } = contract["~orpc"];
  const method = route.method as Method;
  const detailed = route.inputStructure === "detailed";
  const shape = inputShape(inputSchema, { method, path: route.path ?? "", detailed });
  const implementation = getRouter(router, [...path]);
  if (!implementation) throw new Error(`Nothing implements the contract's operation ${id}.`);

  return async (exchange, params) => {
    if (isId("organization", params.organization)) exchange.organizationId = params.organization;
    const context = await enter(exchange);
    const body = shape.takesBody ? asObject(await readJson(exchange)) : undefined;
    const query = new URLSearchParams(exchange.query);
    checkQuery(query, shape);
    const { default: procedure } = await unlazy(implementation);
    if (!isProcedure(procedure))
      throw new Error(`The contract's operation ${id} is implemented by a router.`);

    const input = await decode(procedure, method, params, query, body);
    const output = await createProcedureClient(procedure, { context, path })(input).catch(
      (error: unknown) => {
        throw refusal(error, shape) ?? error;
      },
    );
    const { status, headers, body: answer } = codec.encode(output, procedure);
    sendJson(exchange, status, answer, headers);
  };
}

function decode(
  procedure: AnyProcedure,
  method: Method,
  params: Params,
  query: URLSearchParams,
  body: unknown,
): Promise<unknown> {
  const url = new URL("http://localhost");
  url.search = query.toString();
  const request = { method, url, headers: {}, signal: undefined, body: async () => body };
  return codec.decode(request, params, procedure);
}

/** Every body of the API is an object; the library would pass over anything else as if nothing had come. */
export function asObject(body: unknown): unknown {
  if (body === undefined || (typeof body === "object" && body !== null && !Array.isArray(body))) return body;
  throw badRequest([{ path: "", message: "The body has to be a JSON object, as `{}`." }]);
}

function refusal(error: unknown, { detailed }: InputShape): Error | undefined {
  const isRefused = error instanceof ORPCError && error.code === "BAD_REQUEST";
  return isRefused && error.cause instanceof ValidationError
    ? badRequest(toIssues(error.cause.issues, detailed))
    : undefined;
}
