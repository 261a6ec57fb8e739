import { z } from "zod";
import { idSchema } from "../ids.js";
import { instantSchema } from "../organization.js";
import { inOrganization, organizationParam, pageParams } from "./base.js";

const path = "/organizations/{organization}" as const;

const actionSchema = z
  .object({
    id: idSchema("action"),
    subject: z.enum(["field", "type", "event", "property"]).meta({
      description: "What of: the content model (`field`, `type`) or the tracking plan (`event`, `property`).",
    }),
    reason: z.enum(["deleted", "renamed"]),
    typeId: idSchema("contentType").nullable(),
    fieldId: idSchema("field").nullable(),
    event: z
      .string()
      .nullable()
      .meta({ description: "Of the tracking plan: the event's name, also where a property is the subject." }),
    name: z.string().meta({ description: "The key, slug or event name that waits to go." }),
    summary: z.string().meta({ example: 'The field "excerpt" of "posts" was renamed to "standfirst".' }),
    at: instantSchema,
    by: z.string().nullable(),
    note: z.string().nullable(),
    state: z.enum(["open", "completed", "withdrawn"]),
    closedAt: instantSchema.nullable(),
    closedBy: z.string().nullable(),
  })
  .meta({ id: "Action" });

export type PublicAction = z.infer<typeof actionSchema>;

const dryRunSchema = z
  .object({
    entries: z.number().int().meta({ description: "Entries that lose a value or are erased." }),
    versions: z
      .number()
      .int()
      .meta({ description: "Versions in the history that lose a value or are erased." }),
    references: z.number().int().meta({ description: "References in other entries that will read as null." }),
    names: z.array(z.string()).meta({ description: "Keys or slugs that stop answering, for ever." }),
    blockedBy: z
      .array(z.string())
      .meta({ description: "What must be done first, in words; empty when nothing is in the way." }),
  })
  .meta({ id: "ActionDryRun" });

const senderSchema = z
  .object({
    key: z.object({ id: idSchema("apiKey"), name: z.string() }),
    events: z.number().int().meta({ description: "Events that named it, within the last 30 days." }),
    lastSentAt: instantSchema,
  })
  .meta({ id: "ActionSender" });

export type ActionSender = z.infer<typeof senderSchema>;

export type ActionDryRun = z.infer<typeof dryRunSchema>;

const actionParam = { action: idSchema("action") };

export const actions = {
  list: inOrganization
    .route({
      method: "GET",
      path: `${path}/actions`,
      operationId: "listActions",
      tags: ["Actions"],
      summary: "List deprecations, newest first",
    })
    .input(
      z.object({
        ...organizationParam,
        ...pageParams,
        state: z.enum(["open", "completed", "withdrawn"]).optional(),
      }),
    )
    .output(z.object({ actions: z.array(actionSchema), nextCursor: z.string().nullable() })),

  get: inOrganization
    .route({
      method: "GET",
      path: `${path}/actions/{action}`,
      operationId: "getAction",
      tags: ["Actions"],
      summary: "Read a deprecation and what completing it would do",
    })
    .input(z.object({ ...organizationParam, ...actionParam }))
    .output(
      z.object({
        action: actionSchema,
        dryRun: dryRunSchema.nullable(),
        senders: z.array(senderSchema).nullable().meta({
          description:
            "Of the tracking plan: the API keys that sent what waits to go since it does, last first. Null for fields and types.",
        }),
      }),
    ),

  complete: inOrganization
    .route({
      method: "POST",
      path: `${path}/actions/{action}/complete`,
      operationId: "completeAction",
      tags: ["Actions"],
      summary: "Complete a deprecation: what it names is gone for readers",
      description: "For owners and admins. It cannot be undone.",
    })
    .input(z.object({ ...organizationParam, ...actionParam }))
    .output(z.object({ action: actionSchema, erased: dryRunSchema })),
};
