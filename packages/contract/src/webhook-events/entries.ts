import { z } from "zod";
import { idSchema } from "../ids.js";
import { defineWebhookEvent } from "./define-webhook-event.js";
import { bySchema, mostListed, sample, shortText, typeSlug } from "./parts.js";

const entry = z
  .object({
    id: idSchema("entry"),
    type: typeSlug,
    slug: z.string(),
    title: shortText.meta({ description: "The title, cut to 200 characters." }),
  })
  .meta({ id: "EventEntry" });

const example = {
  id: sample.entry,
  type: "posts",
  slug: "what-a-lintel-carries",
  title: "What a lintel carries",
};

export const entryCreated = defineWebhookEvent({
  description: "An entry was created, or its deletion was taken back.",
  data: z.object({
    entry,
    restored: z.boolean().meta({ description: "Whether it had been deleted and is back." }),
    by: bySchema,
  }),
  example: { entry: example, restored: false, by: sample.by },
});

export const entryUpdated = defineWebhookEvent({
  description: "An entry was written again. Read it to get its values.",
  data: z.object({
    entry,
    changed: z
      .array(z.string())
      .max(mostListed)
      .meta({
        description: `What changed: field keys, \`title\`, \`slug\`. At most ${mostListed} are named.`,
      }),
    previousSlug: z.string().nullable().meta({ description: "The slug before, where it changed." }),
    by: bySchema,
  }),
  example: { entry: example, changed: ["title", "body"], previousSlug: null, by: sample.by },
});

export const entryDeleted = defineWebhookEvent({
  description: "An entry was deleted. It can be restored for 30 days.",
  data: z.object({ entry, by: bySchema }),
  example: { entry: example, by: sample.by },
});
