import type { ApiKeyId, EventBatch, OrganizationId } from "@lintel/contract";
import { longest } from "../limits.js";
import { startOfDay, startOfHour } from "../utc.js";
import { writeData } from "./check-data.js";
import { clampTime } from "./clamp-time.js";
import { cut } from "./cut.js";
import { type PlaceCells, writeBatchCells, writeRow } from "./event-row.js";
import { familyOf } from "./family-of.js";
import { isKnownBot } from "./known-bots.js";
import { reduceRoute } from "./reduce-route.js";
import { createReduceUrl, noCampaign, type ReducedUrl, writeUrl } from "./reduce-url.js";
import type { VisitorDigests } from "./visitor-digest.js";

/** A batch as it will be stored. */
export interface ReducedBatch {
  organizationId: OrganizationId;
  receivedAt: number;
  /** As COPY takes them. Bytes, so that what waits is nothing that the collector walks. */
  rows: Buffer;
  accepted: number;
  /** The starts of the hours that its events count in. */
  hours: ReadonlySet<number>;
}

export interface Reduction {
  organizationId: OrganizationId;
  receivedAt: number;
  /** The key that it came in with. */
  keyId?: ApiKeyId | undefined;
  overQuota: boolean;
  digests: VisitorDigests;
}

/** Leaves of a batch only what may be kept. What it drops was neither stored nor logged before. */
export async function reduceBatch(batch: EventBatch, reduction: Reduction): Promise<ReducedBatch> {
  const { organizationId, receivedAt, keyId, overQuota } = reduction;
  const { context = {}, events } = batch;
  const data = writeData(batch);
  const digestOf = await visitorOf(batch, reduction);
  const ofBatch = writeBatchCells({
    organization_id: organizationId,
    received_at: new Date(receivedAt).toISOString(),
    api_key_id: keyId,
    bot: isKnownBot(context.browser) ? "t" : "f",
    over_quota: overQuota ? "t" : "f",
    country: cut(context.country, longest.place),
    region: cut(context.region, longest.place),
    city: cut(context.city, longest.place),
    device: context.device,
    browser: cut(familyOf(context.browser), longest.place),
    os: cut(familyOf(context.os), longest.place),
    metadata: data.metadata,
  });
  const reducePage = createReduceUrl();
  const reduceReferrer = createReduceUrl();
  const hours = new Set<number>();
  let rows = "";
  for (const [index, event] of events.entries()) {
    const at = clampTime(event.timestamp, receivedAt);
    hours.add(startOfHour(at));
    const places = placesOf(reducePage(event.url), reduceReferrer(event.referrer));
    rows += writeRow(ofBatch, [
      new Date(at).toISOString(),
      String(event.timestamp),
      digestOf.get(startOfDay(at)),
      event.name,
      reduceRoute(event.route),
      data.props[index],
      ...places,
    ]);
  }
  return { organizationId, receivedAt, rows: Buffer.from(rows), accepted: events.length, hours };
}

/** The visitor's digest for each day that the batch reaches into. */
async function visitorOf(
  { context, events }: EventBatch,
  { organizationId, receivedAt, digests }: Reduction,
): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  if (!context?.visitor) return found;
  for (const { timestamp } of events) {
    const day = startOfDay(clampTime(timestamp, receivedAt));
    if (!found.has(day)) found.set(day, await digests.digest(organizationId, context.visitor, day));
  }
  return found;
}

function placesOf(page: ReducedUrl | null, from: ReducedUrl | null): PlaceCells {
  const campaign = page?.campaign ?? noCampaign;
  const fromHost = from?.host && from.host !== page?.host ? from.host.replace(/^www\./, "") : null;
  return [
    page?.host,
    page?.path,
    from?.host ? writeUrl(from) : null,
    fromHost,
    campaign.utm_source ?? fromHost,
    campaign.utm_source,
    campaign.utm_medium,
    campaign.utm_campaign,
    campaign.utm_term,
    campaign.utm_content,
  ];
}
