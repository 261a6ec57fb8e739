/** What a log keeps of an error. */
interface LoggedError {
  type: string;
  message: string;
  code?: string;
  stack: string;
  cause?: LoggedError;
}

/**
 * An error without the values it was about. The database's errors carry the parameters of the query and parts of the
 * row, which are sessions' tokens, addresses and content.
 */
export function toLoggedError(error: unknown): unknown {
  return error instanceof Error ? describe(error, 0) : error;
}

function describe(error: Error, depth: number): LoggedError {
  const { code } = error as NodeJS.ErrnoException;
  return {
    type: error.constructor.name,
    message: messageOf(error),
    ...(code && { code }),
    stack: framesOf(error),
    ...(error.cause instanceof Error && depth < 5 && { cause: describe(error.cause, depth + 1) }),
  };
}

function messageOf(error: Error): string {
  if ("query" in error && "params" in error) return `Failed query: ${String(error.query)}`;
  // Class 22 quotes the value that it could not take.
  if ("severity" in error && "code" in error && String(error.code).startsWith("22"))
    return "A value that PostgreSQL refused.";
  return error.message;
}

/** The frames alone: in front of them stands the message, with whatever it says. */
function framesOf({ message, stack = "" }: Error): string {
  const start = stack.indexOf(message);
  return start < 0 ? "" : stack.slice(start + message.length).replace(/^\n/, "");
}
