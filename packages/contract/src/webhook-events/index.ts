export * from "./catalogue.js";
export { entryChangeKinds, mostChangedEntries } from "./content-changed.js";
export type { WebhookEventDefinition } from "./define-webhook-event.js";
export { mostListed } from "./parts.js";
