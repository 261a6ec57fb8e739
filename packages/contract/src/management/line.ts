import { z } from "zod";

/** Text of one line, as a name: no control characters, no broken surrogates, trimmed, not empty. */
export function lineSchema(maximum: number) {
  return z
    .string()
    .trim()
    .min(1, "Must not be empty.")
    .max(maximum, `At most ${maximum} characters.`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, "One line of text without control characters.");
}
