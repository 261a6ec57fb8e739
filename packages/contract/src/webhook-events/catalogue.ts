import { z } from "zod";
import { instantSchema } from "../organization.js";
import { assetCreated, assetDeleted } from "./assets.js";
import { contentChanged } from "./content-changed.js";
import type { WebhookEventDefinition } from "./define-webhook-event.js";
import { entryCreated, entryDeleted, entryUpdated } from "./entries.js";
import { invitationCreated, memberJoined, memberRemoved, memberRoleChanged } from "./members.js";
import { fieldCompleted, fieldDeprecated, modelChanged } from "./model.js";
import { ping } from "./ping.js";
import { subscriptionCanceled, subscriptionStarted, subscriptionUpdated } from "./subscriptions.js";

export const webhookEventTypes = [
  "content.changed",
  "entry.created",
  "entry.updated",
  "entry.deleted",
  "model.changed",
  "field.deprecated",
  "field.completed",
  "asset.created",
  "asset.deleted",
  "member.joined",
  "member.removed",
  "member.role_changed",
  "invitation.created",
  "subscription.started",
  "subscription.updated",
  "subscription.canceled",
  "ping",
] as const;

export type WebhookEventType = (typeof webhookEventTypes)[number];

export const webhookEventTypeSchema = z
  .enum(webhookEventTypes)
  .meta({ id: "WebhookEventType", example: "member.joined" });

/** What endpoints can listen for, by type: when it is sent, what it says, and an example. */
export const webhookEvents = {
  "content.changed": contentChanged,
  "entry.created": entryCreated,
  "entry.updated": entryUpdated,
  "entry.deleted": entryDeleted,
  "model.changed": modelChanged,
  "field.deprecated": fieldDeprecated,
  "field.completed": fieldCompleted,
  "asset.created": assetCreated,
  "asset.deleted": assetDeleted,
  "member.joined": memberJoined,
  "member.removed": memberRemoved,
  "member.role_changed": memberRoleChanged,
  "invitation.created": invitationCreated,
  "subscription.started": subscriptionStarted,
  "subscription.updated": subscriptionUpdated,
  "subscription.canceled": subscriptionCanceled,
  ping,
} satisfies Record<WebhookEventType, WebhookEventDefinition>;

type Definitions = typeof webhookEvents;

/** What `data` holds in the body of an event of this type. */
export type WebhookEventData<T extends WebhookEventType> = z.output<Definitions[T]["data"]>;

/** Most bytes that the body of an event has. */
export const mostWebhookBodyBytes = 20_000;

/** The body of an event as Standard Webhooks has it. */
export function webhookBodySchema<T extends WebhookEventType>(type: T) {
  return z.object({
    type: z.literal(type),
    timestamp: instantSchema.meta({ description: "When it happened." }),
    data: webhookEvents[type].data as Definitions[T]["data"],
  });
}

export interface WebhookBody<T extends WebhookEventType = WebhookEventType> {
  type: T;
  /** When it happened, in ISO 8601. */
  timestamp: string;
  data: WebhookEventData<T>;
}
