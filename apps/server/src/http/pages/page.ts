import { createHash } from "node:crypto";

/** What a page may load, by directive; everything else is forbidden. */
type Sources = Record<string, string[]>;

/** Headers of an HTML page that loads from this origin alone, and only what it names. */
export function pageHeaders(sources: Sources): Record<string, string> {
  const directives = {
    "default-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
    "frame-ancestors": ["'none'"],
    ...sources,
  };
  return {
    "content-type": "text/html; charset=utf-8",
    "referrer-policy": "no-referrer",
    "content-security-policy": Object.entries(directives)
      .map(([name, values]) => `${name} ${values.join(" ")}`)
      .join("; "),
  };
}

/** Allows one inline style or script: the one that reads exactly so. */
export function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
