/**
 * The header that says whether to show a file or save it, and under which name: a plain form for old clients and
 * the exact one beside it.
 *
 * @see RFC 6266, section 4; RFC 8187, section 3.2
 */
export function contentDisposition(kind: "inline" | "attachment", name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, "_").replace(/["\\%]/g, "_");
  if (plain === name) return `${kind}; filename="${name}"`;
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encodeExtended(name)}`;
}

function encodeExtended(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
