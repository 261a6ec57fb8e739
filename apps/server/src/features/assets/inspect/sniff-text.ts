import { extensionOf } from "./file-name.js";

/**
 * Text whose purpose the extension tells. Scripts and style sheets are not among them: served as plain text no
 * browser runs them, so an upload is no way around a page's content security policy.
 */
const textTypes: Record<string, string> = {
  csv: "text/csv",
  tsv: "text/tab-separated-values",
  md: "text/markdown",
  markdown: "text/markdown",
  vtt: "text/vtt",
  ics: "text/calendar",
  vcf: "text/vcard",
  json: "application/json",
  map: "application/json",
  webmanifest: "application/manifest+json",
};
const markupTypes: Record<string, string> = {
  xml: "application/xml",
  rss: "application/rss+xml",
  atom: "application/atom+xml",
  kml: "application/vnd.google-earth.kml+xml",
  gpx: "application/gpx+xml",
};

/** Spaces, the XML declaration, processing instructions and comments. */
const prolog = /^\ufeff?(?:\s+|<!--[\s\S]*?-->|<\?[\s\S]*?\?>)*/;

const htmlElements =
  /^(?:html|head|title|base|link|meta|style|body|script|noscript|template|iframe|frameset|h[1-6]|div|p|a|b|i|img|br|hr|table|form|input|button|textarea|select|ul|ol|dl|pre|span|font|center|object|embed|applet|video|audio|canvas|details|main|section|article|nav|header|footer|math)$/i;

/**
 * The content type of a file that is valid UTF-8 without control characters. What a browser would take for a page
 * or a drawing is recognised by its first element, whatever name or type the client gave.
 */
export function sniffText(head: string, name: string): string {
  const extension = extensionOf(name);
  const start = head.replace(prolog, "");
  if (!start.startsWith("<")) return textTypes[extension] ?? "text/plain";
  if (/^<!doctype\s+html/i.test(start)) return "text/html";
  const element = /^<(?:([^\s/>:]+):)?([^\s/>:]+)/.exec(start);
  if (element?.[2]?.toLowerCase() === "svg" || /^<!doctype\s+svg/i.test(start)) return "image/svg+xml";
  if (element?.[2] && htmlElements.test(element[2])) return "text/html";
  return markupTypes[extension] ?? "text/plain";
}
