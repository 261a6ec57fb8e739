import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { ApiError, badRequest, notFound } from "../../api/api-error.js";
import type { Database } from "../../db/database.js";
import { authFailure } from "./auth-failure.js";
import { type AuthInstance, authBasePath, clientAddressHeader } from "./auth-instance.js";
import { findAuthRoute, methodsOf } from "./auth-routes.js";
import { refuseCrossSite } from "./cross-site.js";
import { readJsonBody } from "./read-json-body.js";

/** Answers whose time could tell something leave at multiples of this. */
const steadyMilliseconds = 300;

const passedHeaders = ["cookie", "origin", "referer", "user-agent"];

export interface AuthHandlerOptions {
  auth: AuthInstance;
  database: Database;
  origin: string;
  trustedOrigins: readonly string[];
  clientAddress: (req: IncomingMessage) => string;
}

/**
 * Serves the listed part of better-auth below `/api/auth`. It rejects with an `ApiError` where it refuses, as
 * every other handler does; headers that belong to the refusal are set by then.
 */
export function createAuthHandler(options: AuthHandlerOptions) {
  const { auth, database, origin, trustedOrigins, clientAddress } = options;

  async function send(req: IncomingMessage, path: string, body: unknown): Promise<Response> {
    const headers = new Headers({ [clientAddressHeader]: clientAddress(req) });
    for (const name of passedHeaders) {
      const value = req.headers[name];
      if (typeof value === "string") headers.set(name, value);
    }
    if (body !== undefined) headers.set("content-type", "application/json");
    const request = new Request(`${origin}${authBasePath}${path}`, {
      method: req.method ?? "GET",
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const response = await auth.handler(request);
    // The library hides what failed. If it was the database, this fails in the same way and is told as such.
    if (response.status >= 500) await database.execute(sql`select 1`);
    return response;
  }

  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const began = performance.now();
    const path = (req.url ?? "").split("?", 1)[0]!.slice(authBasePath.length);
    const route = findAuthRoute(req.method ?? "", path);
    if (!route) throw refusePath(path, res);
    refuseCrossSite(req, trustedOrigins);
    res.setHeader("cache-control", "no-store");
    const body = route.body && { ...parse(route.body, await readJsonBody(req, res)), ...route.always };
    try {
      const response = await send(req, path, body);
      if (route.steady) await untilNextStep(began);
      await answer(response, res);
    } catch (error) {
      if (route.steady) await untilNextStep(began);
      throw error;
    }
  };
}

function refusePath(path: string, res: ServerResponse): ApiError {
  const methods = methodsOf(path);
  if (methods.length === 0) return notFound(`Nothing is at ${authBasePath}${path}.`);
  res.setHeader("allow", methods.join(", "));
  return new ApiError("METHOD_NOT_SUPPORTED");
}

function parse(schema: z.ZodType<Record<string, unknown>>, body: unknown): Record<string, unknown> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw badRequest(parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message })));
}

async function untilNextStep(began: number): Promise<void> {
  const elapsed = performance.now() - began;
  await wait(Math.ceil(elapsed / steadyMilliseconds) * steadyMilliseconds - elapsed);
}

async function answer(response: Response, res: ServerResponse): Promise<void> {
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) res.setHeader("set-cookie", cookies);
  if (!response.ok) {
    const retryAfter = response.headers.get("x-retry-after");
    if (retryAfter) res.setHeader("retry-after", retryAfter);
    throw await authFailure(response);
  }
  const body = Buffer.from(await response.arrayBuffer());
  res.statusCode = 200;
  res.setHeader("content-type", "application/json; charset=utf-8");
  res.setHeader("content-length", body.length);
  res.end(body);
}
