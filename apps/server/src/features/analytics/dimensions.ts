import { type AnalyticsDimension, analyticsDimensions } from "@lintel/contract/management";
import { dimensionColumns } from "../events/dimensions.js";

/** The column of `events` that each dimension is read from. */
export const columns = {
  ...dimensionColumns,
  // These are in the events alone: they have no rollup.
  term: "utm_term",
  content: "utm_content",
  region: "region",
  city: "city",
} as const satisfies Record<AnalyticsDimension, string>;

/** What a question asks about: a dimension, or a property of events. */
export type Subject = { dimension: AnalyticsDimension } | { property: string };

const isDimension = (name: string): name is AnalyticsDimension =>
  (analyticsDimensions as readonly string[]).includes(name);

const propertyPrefix = "props.";
const longestKey = 120;

/** Reads `page` or `props.plan`; undefined where it is neither. */
export function readSubject(name: string): Subject | undefined {
  if (isDimension(name)) return { dimension: name };
  const key = name.startsWith(propertyPrefix) ? name.slice(propertyPrefix.length) : "";
  const isKey = key !== "" && key.length <= longestKey && /^[^\p{Cc}\p{Cs}]*$/u.test(key);
  return isKey ? { property: key } : undefined;
}

export const knownSubjects = `${analyticsDimensions.join(", ")}, or props.<key>`;
