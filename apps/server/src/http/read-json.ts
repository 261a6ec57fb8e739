import { TextDecoder } from "node:util";
import { ApiError, badRequest } from "../api/api-error.js";
import type { Exchange } from "./exchange.js";
import { findJsonError } from "./find-json-error.js";
import { depthLimit, exceedsDepth, findHostileValue } from "./json-safety.js";
import { askForBody } from "./unread-body.js";

export const bodyLimit = 1024 * 1024;
const deadlineMilliseconds = 30_000;

/** Reads the body as JSON, or answers undefined where there is none. What it returns is safe to hand on. */
export async function readJson(
  exchange: Exchange,
  patienceMilliseconds = deadlineMilliseconds,
): Promise<unknown> {
  const { headers } = exchange.req;
  if (!headers["transfer-encoding"] && !Number(headers["content-length"] ?? 0)) return undefined;
  checkMediaType(headers["content-type"], headers["content-encoding"]);
  return parseJson(await readBytes(exchange, patienceMilliseconds));
}

function checkMediaType(type: string | undefined, encoding: string | undefined): void {
  const [, charset] = /^application\/json\s*(?:;\s*charset\s*=\s*"?([\w-]+)"?\s*)?$/i.exec(type ?? "") ?? [];
  const isJson = /^application\/json\s*(?:;|$)/i.test(type ?? "");
  if (!isJson || (charset && charset.toLowerCase() !== "utf-8")) {
    throw new ApiError(
      "UNSUPPORTED_MEDIA_TYPE",
      `The body came as ${type ? JSON.stringify(type.slice(0, 100)) : "nothing in particular"}. Send it as \`content-type: application/json\`, in UTF-8.`,
    );
  }
  if (encoding && encoding !== "identity")
    throw new ApiError("UNSUPPORTED_MEDIA_TYPE", "Send the body without `content-encoding`.");
}

/** Collects the body as it came, and stops at the first byte too many: what a client sends never sets what memory it takes. */
export function readBytes(
  { req, res }: Exchange,
  patienceMilliseconds = deadlineMilliseconds,
): Promise<Buffer> {
  if (Number(req.headers["content-length"] ?? 0) > bodyLimit) throw tooLarge();
  askForBody(req, res);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (error?: ApiError): void => {
      clearTimeout(timer);
      req.off("data", onData).off("end", onEnd).off("close", onClose);
      if (error) reject(error);
      else resolve(Buffer.concat(chunks, size));
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > bodyLimit) settle(tooLarge());
      else chunks.push(chunk);
    };
    const onEnd = (): void => settle();
    // Nobody is there to read the answer; it ends the wait.
    const onClose = (): void => settle(new ApiError("BAD_REQUEST", "The connection closed within the body."));
    const timer = setTimeout(() => settle(new ApiError("REQUEST_TIMEOUT")), patienceMilliseconds);
    req.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onClose);
  });
}

function tooLarge(): ApiError {
  return new ApiError("PAYLOAD_TOO_LARGE", `The body is larger than ${bodyLimit} bytes. Send less at once.`);
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function parseJson(bytes: Buffer): unknown {
  if (exceedsDepth(bytes)) throw refused(`The JSON nests deeper than ${depthLimit} levels. Flatten it.`);
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw refused("The body is not valid UTF-8. Encode it as UTF-8.");
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const { line, column, message } = findJsonError(text) ?? {
      line: 1,
      column: 1,
      message: "it cannot be read",
    };
    throw refused(`The body is not valid JSON: at line ${line}, column ${column}, ${message}.`);
  }
  const hostile = findHostileValue(value, text);
  if (hostile) throw badRequest([hostile]);
  return value;
}

const refused = (message: string): ApiError => badRequest([{ path: "", message }]);
