/** What events are counted by, and the column it is read from. `total` and `bot` are counted apart from these. */
export const dimensionColumns = {
  page: "path",
  host: "host",
  route: "route",
  referrer: "referrer_host",
  source: "source",
  medium: "utm_medium",
  campaign: "utm_campaign",
  country: "country",
  device: "device",
  browser: "browser",
  os: "os",
  event: "name",
} as const;

export type Dimension = keyof typeof dimensionColumns | "total" | "bot";

// The keys are those of the object above, which is constant.
export const countedDimensions = Object.keys(dimensionColumns) as (keyof typeof dimensionColumns)[];

export const dimensions: readonly Dimension[] = ["total", "bot", ...countedDimensions];

/** How many values of a dimension have a row of their own. The rest stand together in one, marked `other`. */
export const mostValues = { hour: 200, day: 1_000 } as const;
