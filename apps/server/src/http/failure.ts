import { type ErrorCode, errors } from "@lintel/contract";
import { ORPCError } from "@orpc/server";
import { ApiError } from "../api/api-error.js";
import { isDatabaseUnavailable, isDiskFull } from "./database-unavailable.js";

const diskFull =
  "The disk of the database is full. Nothing was changed, and reading goes on. Try again when the operator has made room.";

/** The one place where whatever went wrong becomes an answer. What is not ours to tell becomes a plain 500. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof ORPCError && error.defined && isErrorCode(error.code))
    return new ApiError(error.code, error.message, dataOf(error));
  if (isDiskFull(error)) return new ApiError("SERVICE_UNAVAILABLE", diskFull);
  return new ApiError(isDatabaseUnavailable(error) ? "SERVICE_UNAVAILABLE" : "INTERNAL_SERVER_ERROR");
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code);

function dataOf(error: ORPCError<string, unknown>): Record<string, unknown> | undefined {
  return typeof error.data === "object" && error.data !== null ? { ...error.data } : undefined;
}
