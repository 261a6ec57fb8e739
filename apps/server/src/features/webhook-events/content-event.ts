import { mostWebhookBodyBytes, type WebhookEventData } from "@lintel/contract";
import type { Folded } from "./content-window-store.js";

/** What stands around the lists in a body, with room to spare. */
const frameBytes = 500;
/** The share of the types: most is for the entries. */
const typeBytes = 6_000;

/** The event of one window: as many entries as one event names and one body holds, the last changed first. */
export function contentEvent(folded: Folded): WebhookEventData<"content.changed"> {
  const types = takeWithin(folded.types, typeBytes);
  const left = mostWebhookBodyBytes - frameBytes - jsonBytes(types);
  const entries = takeWithin(
    folded.entries.map(({ previousSlug, ...entry }) => ({ ...entry, ...(previousSlug && { previousSlug }) })),
    left,
  );
  return {
    from: new Date(folded.from).toISOString(),
    to: new Date(folded.to).toISOString(),
    model: folded.model,
    related: folded.related,
    types,
    entries,
    truncated: entries.length < folded.total || types.length < folded.types.length,
  };
}

const jsonBytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** The first of them, as many as make a JSON list of at most so many bytes. */
function takeWithin<T>(items: readonly T[], bytes: number): T[] {
  let used = 2;
  const end = items.findIndex((item) => {
    used += jsonBytes(item) + 1;
    return used > bytes;
  });
  return end === -1 ? [...items] : items.slice(0, end);
}
