import { createHmac } from "node:crypto";

/** The body of a delivery: what is sent and signed, byte for byte the same at every attempt. */
export function writeBody(event: { type: string; at: Date; data: unknown }): string {
  return JSON.stringify({ type: event.type, timestamp: event.at.toISOString(), data: event.data });
}

/**
 * What a receiver verifies a delivery by: one signature for each secret that is in force.
 *
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signDelivery(
  secrets: readonly Buffer[],
  { eventId, seconds, body }: { eventId: string; seconds: number; body: string },
): Record<string, string> {
  const signed = `${eventId}.${seconds}.${body}`;
  return {
    "webhook-id": eventId,
    "webhook-timestamp": String(seconds),
    "webhook-signature": secrets
      .map((secret) => `v1,${createHmac("sha256", secret).update(signed).digest("base64")}`)
      .join(" "),
  };
}
