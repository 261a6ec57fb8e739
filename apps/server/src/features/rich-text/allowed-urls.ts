// What may stand in an href or a src. Everything else is refused, so a scheme nobody thought of is too.

const LINK_SCHEMES = new Set(["http", "https", "mailto", "tel"]);
const IMAGE_SCHEMES = new Set(["http", "https"]);
const LONGEST_URL = 4_000;

/** The one spelling in which a link's address is stored, or null when the address is not allowed. */
export function canonicalLinkUrl(url: string): string | null {
  return canonicalUrl(url, LINK_SCHEMES);
}

/** The one spelling in which an image's address is stored, or null when the address is not allowed. */
export function canonicalImageUrl(url: string): string | null {
  const canonical = canonicalUrl(url, IMAGE_SCHEMES);
  return canonical?.startsWith("#") ? null : canonical;
}

export function isAllowedLinkUrl(value: unknown): boolean {
  return typeof value === "string" && canonicalLinkUrl(value) !== null;
}

export function isAllowedImageUrl(value: unknown): boolean {
  return typeof value === "string" && canonicalImageUrl(value) !== null;
}

function canonicalUrl(url: string, schemes: ReadonlySet<string>): string | null {
  // A lone surrogate has no bytes, so it cannot be percent-encoded.
  if (url.length > LONGEST_URL || /\p{Cs}/u.test(url)) return null;
  // Browsers drop these before they look for a scheme, so `java\tscript:` is a script to them.
  const stripped = url.replace(/^[\0-\x20]+|[\0-\x20]+$|[\t\n\r]+/g, "");
  if (stripped === "") return null;
  const encoded = encode(stripped);
  if (encoded.length > LONGEST_URL) return null;
  // An address without a scheme that names a host would follow the page's own scheme; give it one.
  const absolute = encoded.startsWith("//") ? `https:${encoded}` : encoded;
  // A colon in the first segment is a scheme to one parser and a path to another: only known ones pass.
  const scheme = /^([^/?#]*?):/.exec(absolute)?.[1]?.toLowerCase();
  if (scheme === undefined) return URL.canParse(absolute, "https://page.example/") ? absolute : null;
  if (!schemes.has(scheme)) return null;
  const rest = absolute.slice(scheme.length + 1);
  const isHierarchical = scheme === "http" || scheme === "https";
  // `https:x` is relative to a page of that scheme; only an address that says its host means the same everywhere.
  if (isHierarchical ? !rest.startsWith("//") : rest === "") return null;
  return URL.canParse(`${scheme}:${rest}`) ? `${scheme}:${rest}` : null;
}

/** Percent-encodes what RFC 3986 does not allow and leaves what is encoded already, so twice equals once. */
function encode(url: string): string {
  return url.replace(/%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+/g, (part) =>
    encodeURIComponent(part),
  );
}
