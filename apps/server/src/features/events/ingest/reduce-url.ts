import { longest } from "../limits.js";
import { cut } from "./cut.js";

const campaignParameters = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"] as const;

type CampaignParameter = (typeof campaignParameters)[number];
export type Campaign = Partial<Record<CampaignParameter, string>>;

export interface ReducedUrl {
  /** Null where the URL was a path. */
  host: string | null;
  path: string;
  campaign: Campaign;
}

/** Apps name themselves so as referrers; what other schemes hold is nobody's business. */
const schemes = new Set(["http:", "https:", "android-app:", "ios-app:"]);

/** Stands for the site where a URL is a path. Reserved, so it is never a host that somebody has. */
const base = "http://relative.invalid";

export const noCampaign: Campaign = Object.freeze({});

/** What may be known of a URL: host, path and campaign. Null where it is no address of a page. */
export function reduceUrl(text: string | undefined): ReducedUrl | null {
  if (!text) return null;
  const url = parse(text);
  if (!url || !schemes.has(url.protocol)) return null;
  const isPath = url.hostname === "relative.invalid";
  if (!isPath && url.host === "") return null;
  return {
    host: isPath ? null : cut(url.host, longest.url),
    path: cut(url.pathname, longest.url) ?? "/",
    campaign: url.search.includes("utm_") ? readCampaign(url.searchParams) : noCampaign,
  };
}

/** Reduces what mostly is the same again: the events of a batch are those of one browser. */
export function createReduceUrl(): typeof reduceUrl {
  let last: string | undefined;
  let reduced: ReducedUrl | null = null;
  return (text) => {
    if (text === last) return reduced;
    last = text;
    reduced = reduceUrl(text);
    return reduced;
  };
}

function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    // A path, or what a client made of one.
    return URL.canParse(text, base) ? new URL(text, base) : null;
  }
}

function readCampaign(parameters: URLSearchParams): Campaign {
  const campaign: Campaign = {};
  for (const name of campaignParameters) {
    // Decoding can bring a NUL, which the database does not take.
    const value = cut(parameters.get(name)?.replaceAll("\0", ""), longest.campaign);
    if (value) campaign[name] = value;
  }
  return campaign;
}

/** The reduced URL as text. */
export function writeUrl({ host, path, campaign }: ReducedUrl): string | null {
  const query = campaign === noCampaign ? "" : new URLSearchParams(campaign).toString();
  return cut(`${host ? `//${host}` : ""}${path}${query ? `?${query}` : ""}`, longest.url);
}
