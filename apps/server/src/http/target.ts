import { badRequest } from "../api/api-error.js";

/** What stands in the request line, below the origin. Refuses what no decoder further in would agree on. */
export function checkTarget(url: string): string {
  const local = url.startsWith("/") ? url : withoutOrigin(url);
  if (/[^\x21-\x7e]/.test(local)) throw refused("The URL holds a character that must be percent-encoded.");
  if (local.includes("%")) checkEncoding(local);
  return local;
}

function checkEncoding(url: string): void {
  let decoded: string;
  try {
    decoded = decodeURIComponent(url);
  } catch {
    const [found] = /%(?![0-9a-f]{2}).{0,2}/i.exec(url) ?? ["a sequence that is no UTF-8"];
    throw refused(
      `The URL has wrong percent-encoding (${found}). Encode each byte of UTF-8 as % and two hexadecimal digits.`,
    );
  }
  if (decoded.includes("\0")) throw refused("The URL holds a NUL character, which no text here may hold.");
}

/** `GET http://host/path`, as a proxy sends it. */
function withoutOrigin(url: string): string {
  const [, rest] = /^https?:\/\/[^/?#]*(.*)$/i.exec(url) ?? [];
  if (rest === undefined) throw refused("The request line has no path.");
  return rest.startsWith("/") ? rest : `/${rest}`;
}

const refused = (message: string) => badRequest([{ path: "", message }]);
