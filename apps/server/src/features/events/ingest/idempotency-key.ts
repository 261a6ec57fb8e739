import { createHash } from "node:crypto";
import { badRequest } from "../../../api/api-error.js";

/** A request that may be repeated: the same key with the same body is the same request. */
export interface Repeatable {
  key: string;
  bodyHash: Buffer;
}

/**
 * Reads the header, which is a quoted string; without quotes it means the same.
 *
 * @see draft-ietf-httpapi-idempotency-key-header-07
 */
export function readRepeatable(header: string | string[] | undefined, body: unknown): Repeatable | undefined {
  if (header === undefined) return undefined;
  const text = typeof header === "string" ? header.trim() : "";
  const key = /^"(.*)"$/.exec(text)?.[1] ?? text;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw badRequest([
      {
        path: "Idempotency-Key",
        message: "Expected one key of 1 to 255 visible ASCII characters, for instance a UUID.",
      },
    ]);
  }
  return { key, bodyHash: createHash("sha256").update(JSON.stringify(body)).digest() };
}
