export type Encoding = "identity" | "gzip" | "br";

const known = new Map<string, Encoding>();
const mostKnown = 500;

/** The encoding a client likes best; between equals the smaller one. Anything goes as it is for who says nothing. */
export function chooseEncoding(header: string | undefined): Encoding {
  if (header === undefined) return "identity";
  const remembered = known.get(header);
  if (remembered) return remembered;
  const chosen = readHeader(header);
  // Clients send a handful of spellings; whoever sends more has theirs read each time.
  if (known.size < mostKnown && header.length < 200) known.set(header, chosen);
  return chosen;
}

/** @see RFC 9110, section 12.5.3 */
function readHeader(header: string): Encoding {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(",", 50)) {
    const [, coding, weight] =
      /^\s*([a-z0-9*-]+)\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?$/.exec(item) ?? [];
    if (coding !== undefined) weights.set(coding === "x-gzip" ? "gzip" : coding, Number(weight ?? 1));
  }
  const rest = weights.get("*") ?? 0;
  const br = weights.get("br") ?? rest;
  const gzip = weights.get("gzip") ?? rest;
  const best = Math.max(br, gzip);
  if (best === 0 || (weights.get("identity") ?? 0) > best) return "identity";
  return br === best ? "br" : "gzip";
}

/**
 * Whether a client has this body already, in whatever encoding: weak comparison of the part before the suffix.
 *
 * @see RFC 9110, section 13.1.2
 */
export function isHeld(header: string | undefined, digest: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === "*") return true;
  if (!header.includes(digest)) return false;
  for (const [, tag] of header.matchAll(/"([^"]*)"/g)) {
    if (tag === digest || tag === `${digest}-gzip` || tag === `${digest}-br`) return true;
  }
  return false;
}
