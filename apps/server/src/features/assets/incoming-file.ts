import type { Readable } from "node:stream";
import { ApiError } from "../../api/api-error.js";
import type { IncomingFile } from "../../api/management-api.js";
import { tooLarge } from "./inspect/spool-upload.js";

/** Opens the body of a request that carries a file, after refusing what its headers already rule out. */
export function openIncomingFile(incoming: IncomingFile | undefined, maxBytes: number): Readable {
  if (!incoming) throw new Error("An upload needs the request that carries it.");
  const { headers } = incoming.message;
  if (/^multipart\//i.test(headers["content-type"] ?? "")) {
    throw new ApiError(
      "UNSUPPORTED_MEDIA_TYPE",
      "Send the file itself as the body, byte for byte, not as a form.",
    );
  }
  if (headers["content-encoding"] !== undefined && headers["content-encoding"] !== "identity") {
    throw new ApiError("UNSUPPORTED_MEDIA_TYPE", "Send the file without `content-encoding`.");
  }
  if (Number(headers["content-length"] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  incoming.askForBody();
  return incoming.message;
}
