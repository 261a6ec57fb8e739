import { type ErrorBody, type ErrorCode, errors, type Issue } from "@lintel/contract";

/** A failure that the contract declares. It becomes HTTP in one place, and anywhere may raise it. */
export class ApiError extends Error {
  readonly status: number;

  constructor(
    readonly code: ErrorCode,
    message: string = errors[code].message,
    readonly data?: Record<string, unknown>,
  ) {
    super(message);
    this.status = errors[code].status;
  }

  toBody(): ErrorBody {
    const { code, status, message, data } = this;
    return { defined: true, code, status, message, ...(data && { data }) };
  }
}

/** Places that one answer names at most: a request with more is not mended place by place. */
const mostIssues = 100;

/** A 400 that names each place. The message says the first, so that a log or a toast is enough. */
export function badRequest(found: readonly Issue[]): ApiError {
  const issues = found.slice(0, mostIssues);
  const [first] = issues;
  const more = found.length > 1 ? ` (and ${found.length - 1} more, see \`data.issues\`)` : "";
  const message = first ? `${first.path ? `\`${first.path}\`: ` : ""}${first.message}${more}` : undefined;
  return new ApiError("BAD_REQUEST", message, { issues });
}

export function notFound(message: string): ApiError {
  return new ApiError("NOT_FOUND", message);
}

export function conflict(message: string, data?: Record<string, unknown>): ApiError {
  return new ApiError("CONFLICT", message, data);
}
