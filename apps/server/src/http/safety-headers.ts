/**
 * On every answer that says nothing else of them: an answer is data, and no page may run, frame, embed or sniff it.
 * There are no more of them, because each is written on every read.
 */
export const safetyHeaders = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
} as const;
