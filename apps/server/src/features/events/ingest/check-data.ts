import { type EventBatch, eventDataLimits } from "@lintel/contract";
import { badRequest } from "../../../api/api-error.js";

interface Written {
  metadata: string | null;
  props: (string | null)[];
}

/** Writes the objects that come with events as the JSON that is stored. Those that reach too far are named. */
export function writeData({ metadata, events }: EventBatch): Written {
  const issues: { path: string; message: string }[] = [];
  const write = (data: object | undefined, path: () => string): string | null => {
    if (data === undefined) return null;
    const json = JSON.stringify(data);
    if (json === "{}") return null;
    const message = refusal(data, json);
    if (message) issues.push({ path: path(), message });
    return json;
  };
  const written = {
    metadata: write(metadata, () => "metadata"),
    props: events.map(({ props }, index) => write(props, () => `events[${index}].props`)),
  };
  if (issues.length > 0) throw badRequest(issues);
  return written;
}

function refusal(data: object, json: string): string | undefined {
  const { bytes, levels } = eventDataLimits;
  // A character has three bytes at most in UTF-8 for each of its units.
  const isLarge = json.length * 3 > bytes && Buffer.byteLength(json) > bytes;
  if (isLarge) return `Expected at most ${bytes} bytes as JSON, got ${Buffer.byteLength(json)}. Send less.`;
  if (isDeeper(data, levels)) return `Nests deeper than ${levels} levels. Flatten it.`;
  return undefined;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  for (const child of Object.values(value)) if (isDeeper(child, levels - 1)) return true;
  return false;
}
