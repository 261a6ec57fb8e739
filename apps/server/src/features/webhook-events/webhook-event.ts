import type { WebhookEventData, WebhookEventType } from "@lintel/contract";

/** What a change announces. `content.changed` gathers the changes of a minute, and a `ping` goes to one endpoint. */
export type AnnouncedType = Exclude<WebhookEventType, "content.changed" | "ping">;

/** What whoever announces an event has to say. Who did it is known from the change. */
export type EventFacts<T extends AnnouncedType> = Omit<WebhookEventData<T>, "by">;

export interface Announcement {
  type: AnnouncedType;
  facts: Record<string, unknown>;
}
