import { z } from "zod";

/** The kinds of things that carry an id, by the prefix their ids start with. */
export const idPrefixes = {
  organization: "org",
  user: "usr",
  member: "mem",
  invitation: "inv",
  apiKey: "key",
  contentType: "typ",
  field: "fld",
  option: "opt",
  entry: "ent",
  asset: "ast",
  action: "act",
  auditRecord: "aud",
  webhookEndpoint: "whe",
  event: "evt",
  delivery: "dlv",
  plannedEvent: "pev",
  plannedProperty: "ppr",
} as const;

export type IdKind = keyof typeof idPrefixes;
export type Id<K extends IdKind> = `${(typeof idPrefixes)[K]}_${string}`;

export type OrganizationId = Id<"organization">;
export type UserId = Id<"user">;
export type MemberId = Id<"member">;
export type InvitationId = Id<"invitation">;
export type ApiKeyId = Id<"apiKey">;
export type ContentTypeId = Id<"contentType">;
export type FieldId = Id<"field">;
export type OptionId = Id<"option">;
export type EntryId = Id<"entry">;
export type AssetId = Id<"asset">;
export type ActionId = Id<"action">;
export type AuditRecordId = Id<"auditRecord">;
export type PlannedEventId = Id<"plannedEvent">;
export type PlannedPropertyId = Id<"plannedProperty">;
export type WebhookEndpointId = Id<"webhookEndpoint">;
export type EventId = Id<"event">;
export type DeliveryId = Id<"delivery">;

/** 26 characters of lower-case Crockford base 32 behind the prefix, as TypeID has it. */
const suffix = "[0-7][0-9a-hjkmnp-tv-z]{25}";

/** Whether a text is an id of this kind: the prefix, an underscore and a UUIDv7 in base 32. */
export function isId<K extends IdKind>(kind: K, text: unknown): text is Id<K> {
  return typeof text === "string" && new RegExp(`^${idPrefixes[kind]}_${suffix}$`).test(text);
}

/** A schema for ids of one kind, typed by kind, so that an entry's id cannot stand where a field's is due. */
export function idSchema<K extends IdKind>(kind: K): z.ZodType<Id<K>, Id<K>> {
  const prefix = idPrefixes[kind];
  return z
    .string()
    .regex(new RegExp(`^${prefix}_${suffix}$`), `Expected an id that starts with "${prefix}_".`)
    .meta({ example: `${prefix}_01kb1m3v9rf0wbq7t8x2c4d5e6` }) as unknown as z.ZodType<Id<K>, Id<K>>;
}
