import type { IncomingMessage, ServerResponse } from "node:http";
import { ApiError, badRequest } from "../../api/api-error.js";

const limit = 16_384;

/** Reads a small JSON object. What is too much is not read to its end, and the connection closes. */
export async function readJsonBody(req: IncomingMessage, res: ServerResponse): Promise<unknown> {
  const type = req.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw new ApiError("UNSUPPORTED_MEDIA_TYPE");
  const chunks: Buffer[] = [];
  let length = 0;
  // The request is left alone when the loop ends early: destroying it would take the answer with it.
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit) {
      res.setHeader("connection", "close");
      throw new ApiError(
        "PAYLOAD_TOO_LARGE",
        `The body is larger than the ${limit} bytes that are taken here.`,
      );
    }
    chunks.push(chunk);
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    throw badRequest([{ path: "", message: "The body is not JSON in UTF-8." }]);
  }
}
