import { z } from "zod";
import { idSchema } from "../ids.js";
import { instantSchema } from "../organization.js";
import { defineWebhookEvent } from "./define-webhook-event.js";
import { sample, typeSlug } from "./parts.js";

export const entryChangeKinds = ["created", "updated", "deleted"] as const;

const counted = z.number().int().min(0);

/** Most entries that one event names. */
export const mostChangedEntries = 500;

export const contentChanged = defineWebhookEvent({
  description:
    "Content that readers get changed. Sent at most once a minute: it gathers what changed since the first change, and follows that change after 60 seconds.",
  data: z.object({
    from: instantSchema.meta({ description: "When the first of the changes was made." }),
    to: instantSchema.meta({ description: "When the last of the changes was made." }),
    model: z.boolean().meta({
      description:
        "Whether the model changed: types, fields or their names. Then everything may read differently.",
    }),
    related: z.boolean().meta({
      description:
        "Whether something that entries show changed without a write to them: an asset or a person's name.",
    }),
    types: z
      .array(z.object({ slug: typeSlug, created: counted, updated: counted, deleted: counted }))
      .meta({ description: "The content types whose entries changed, with how many entries of each." }),
    entries: z
      .array(
        z.object({
          id: idSchema("entry"),
          type: typeSlug,
          slug: z.string(),
          previousSlug: z.string().optional().meta({
            description: "The slug it had before, where that changed.",
          }),
          change: z.enum(entryChangeKinds),
        }),
      )
      .meta({ description: "The entries that changed, each once, the last changed first." }),
    truncated: z.boolean().meta({
      description: `Whether \`entries\` or \`types\` leave some out: more than ${mostChangedEntries} entries changed, or the body would be larger than 20 KB. Then read the types again.`,
    }),
  }),
  example: {
    from: "2026-03-05T11:02:09.412Z",
    to: "2026-03-05T11:02:51.007Z",
    model: false,
    related: false,
    types: [{ slug: "posts", created: 1, updated: 1, deleted: 0 }],
    entries: [
      {
        id: sample.entry,
        type: "posts",
        slug: "what-a-lintel-carries",
        previousSlug: "what-a-beam-carries",
        change: "updated",
      },
      { id: "ent_01kb1m3v9rf0wbq7t8x2c4d5e7", type: "posts", slug: "over-the-door", change: "created" },
    ],
    truncated: false,
  },
});
