import { z } from "zod";
import { idSchema } from "../ids.js";
import { defineWebhookEvent } from "./define-webhook-event.js";
import { bySchema, mostListed, noteSchema, reasonSchema, sample, shortText, typeSlug } from "./parts.js";

export const modelChanged = defineWebhookEvent({
  description: "The content model changed: one event for each revision of it.",
  data: z.object({
    revision: z.number().int().meta({ description: "The revision that the model has now." }),
    changes: z
      .array(
        z.object({
          kind: z.string().meta({ description: "What happened.", example: "field.key_changed" }),
          typeId: idSchema("contentType"),
          fieldId: idSchema("field").nullable(),
          summary: shortText.meta({ description: "One sentence, cut to 200 characters." }),
        }),
      )
      .max(mostListed),
    truncated: z.boolean().meta({ description: "Whether `changes` leaves some out for their number." }),
    by: bySchema,
  }),
  example: {
    revision: 42,
    changes: [
      {
        kind: "field.key_changed",
        typeId: sample.contentType,
        fieldId: sample.field,
        summary: 'The key "summary" of "posts" became "excerpt". The old one goes on answering.',
      },
    ],
    truncated: false,
    by: sample.by,
  },
});

const field = z
  .object({
    id: idSchema("field"),
    type: typeSlug,
    key: z.string().meta({ description: "The canonical key.", example: "excerpt" }),
    name: z.string(),
  })
  .meta({ id: "EventField" });

const example = { id: sample.field, type: "posts", key: "excerpt", name: "Excerpt" };
const actionId = idSchema("action").meta({
  description: "The Action whose completion ends the old name.",
  example: sample.action,
});

export const fieldDeprecated = defineWebhookEvent({
  description:
    "A field was deleted or its key renamed. The old key goes on answering until the Action is completed.",
  data: z.object({
    field,
    reason: reasonSchema,
    name: z.string().meta({ description: "The key that will stop answering.", example: "summary" }),
    replacement: z.string().nullable().meta({ description: "The key to read instead, if there is one." }),
    note: noteSchema,
    actionId,
    by: bySchema,
  }),
  example: {
    field: example,
    reason: "renamed",
    name: "summary",
    replacement: "excerpt",
    note: null,
    actionId: sample.action,
    by: sample.by,
  },
});

export const fieldCompleted = defineWebhookEvent({
  description:
    "The Action of a deleted or renamed field was completed: its old names stopped answering, and a deleted field's values are erased.",
  data: z.object({
    field,
    reason: reasonSchema,
    names: z
      .array(z.string())
      .max(mostListed)
      .meta({ description: `The keys that stopped answering, at most ${mostListed} of them.` }),
    entries: z.number().int().meta({ description: "How many entries lost a value." }),
    actionId,
    by: bySchema,
  }),
  example: {
    field: example,
    reason: "renamed",
    names: ["summary"],
    entries: 0,
    actionId: sample.action,
    by: sample.by,
  },
});
