import type { Issue } from "@lintel/contract";
import { badRequest } from "../../../api/api-error.js";

export const fits = ["inside", "cover", "contain"] as const;
export const formats = ["webp", "avif", "jpeg", "png", "auto"] as const;

export type Fit = (typeof fits)[number];
export type Format = (typeof formats)[number];

/** What a URL asks of an image. */
export interface TransformParams {
  w: number | null;
  h: number | null;
  fit: Fit;
  /** Null keeps the image's own. */
  format: Format | null;
  /** Null takes the format's default. */
  q: number | null;
  enlarge: boolean;
}

const largestSide = 4_096;

type Read<T> = (text: string) => T | { expected: string };

const integer =
  (most: number): Read<number> =>
  (text) =>
    /^[1-9]\d{0,3}$/.test(text) && Number(text) <= most
      ? Number(text)
      : { expected: `an integer from 1 to ${most}` };

const oneOf =
  <T extends string>(choices: readonly T[]): Read<T> =>
  (text) =>
    choices.find((choice) => choice === text) ?? { expected: `one of ${choices.join(", ")}` };

/** Reads the query of an asset's URL. Null when there is none; a 400 that names each place when one is wrong. */
export function parseTransformParams(query: URLSearchParams): TransformParams | null {
  if (query.size === 0) return null;
  const issues: Issue[] = [];
  const known = new Set<string>();

  function take<T>(name: string, read: Read<T>): T | null {
    known.add(name);
    const [text, ...more] = query.getAll(name);
    if (text === undefined) return null;
    const value = more.length > 0 ? { expected: "one value" } : read(text);
    if (typeof value !== "object" || value === null || !("expected" in value)) return value;
    const given = more.length > 0 ? [text, ...more].join(", ") : text;
    issues.push({
      path: name,
      message: `Expected ${value.expected}, got ${JSON.stringify(given.slice(0, 100))}.`,
    });
    return null;
  }

  const w = take("w", integer(largestSide));
  const h = take("h", integer(largestSide));
  const fit = take("fit", oneOf(fits));
  const format = take("format", oneOf(formats));
  const q = take("q", integer(100));
  const enlarge = take("enlarge", oneOf(["true", "false"]));

  for (const name of new Set(query.keys())) {
    if (known.has(name)) continue;
    issues.push({
      path: name.slice(0, 100),
      message: `Unknown parameter. An image takes ${[...known].join(", ")}.`,
    });
  }
  if (issues.length === 0 && fit && fit !== "inside" && (!w || !h)) {
    issues.push({ path: "fit", message: `fit=${fit} needs both w and h.` });
  }
  if (issues.length > 0) throw badRequest(issues);
  return { w, h, fit: fit ?? "inside", format, q, enlarge: enlarge === "true" };
}
