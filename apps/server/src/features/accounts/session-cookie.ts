import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Reads the session's token from the `cookie` header, where its signature is ours. better-auth writes the cookie:
 * the token, a dot and its HMAC-SHA256 in base 64, percent-encoded.
 */
export function readSessionToken(
  header: string | undefined,
  cookieName: string,
  secret: string,
): string | null {
  const value = header && cookieValue(header, cookieName);
  if (!value) return null;
  const dot = value.lastIndexOf(".");
  if (dot < 1) return null;
  const token = value.slice(0, dot);
  const signature = Buffer.from(value.slice(dot + 1), "base64");
  const expected = createHmac("sha256", secret).update(token).digest();
  return signature.length === expected.length && timingSafeEqual(signature, expected) ? token : null;
}

function cookieValue(header: string, name: string): string | undefined {
  for (const pair of header.split(";")) {
    const separator = pair.indexOf("=");
    if (pair.slice(0, separator).trim() !== name) continue;
    try {
      return decodeURIComponent(pair.slice(separator + 1).trim());
    } catch {
      return undefined;
    }
  }
  return undefined;
}
