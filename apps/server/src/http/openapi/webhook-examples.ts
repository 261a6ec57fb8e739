import type { PublicContract } from "@lintel/contract";
import type { InferContractRouterOutputs } from "@orpc/contract";

type Outputs = InferContractRouterOutputs<PublicContract>["webhooks"];

const endpoint: Outputs["get"] = {
  id: "whe_01kb1m3v9rf0wbq7t8x2c4d5e6",
  url: "https://example.com/webhooks",
  events: ["member.joined", "entry.updated"],
  enabled: true,
  createdAt: "2026-03-04T09:30:00.000Z",
};

const withSecret: Outputs["create"] = {
  ...endpoint,
  secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD09Y+NJ5KkGs=",
};

const delivery: Outputs["deliveries"]["list"]["body"][number] = {
  id: "dlv_01kb1m3v9rf0wbq7t8x2c4d5e6",
  eventId: "evt_01kb1m3v9rf0wbq7t8x2c4d5e6",
  eventType: "member.joined",
  status: "success",
  responseStatus: 204,
  attempts: 1,
  nextAttemptAt: null,
  error: null,
  createdAt: "2026-03-04T09:30:00.000Z",
};

const waiting = {
  ...delivery,
  status: "pending" as const,
  responseStatus: null,
  attempts: 0,
  nextAttemptAt: "2026-03-04T09:30:00.000Z",
};

/** An answer of each operation on webhooks. */
export const webhookExamples = {
  listWebhooks: [endpoint] satisfies Outputs["list"],
  createWebhook: withSecret,
  getWebhook: endpoint,
  updateWebhook: { ...endpoint, enabled: false } satisfies Outputs["update"],
  deleteWebhook: { ok: true } satisfies Outputs["delete"],
  rotateWebhookSecret: withSecret satisfies Outputs["rotateSecret"],
  pingWebhook: { ...waiting, eventType: "ping" } satisfies Outputs["ping"],
  retryFailedDeliveries: { retried: 12 } satisfies Outputs["retryFailed"],
  listWebhookDeliveries: [delivery] satisfies Outputs["deliveries"]["list"]["body"],
  retryWebhookDelivery: { ...waiting, attempts: 10 } satisfies Outputs["deliveries"]["retry"],
};
