import { z } from "zod";
import { idSchema } from "../ids.js";
import { defineWebhookEvent } from "./define-webhook-event.js";
import { bySchema, sample, shortText } from "./parts.js";

const asset = z
  .object({
    id: idSchema("asset"),
    name: shortText.meta({ description: "The file name, cut to 200 characters." }),
    contentType: z.string(),
    size: z.number().int().meta({ description: "In bytes." }),
  })
  .meta({ id: "EventAsset" });

const example = { id: sample.asset, name: "lintel.jpg", contentType: "image/jpeg", size: 48_213 };

export const assetCreated = defineWebhookEvent({
  description: "A file was uploaded, or its deletion was taken back.",
  data: z.object({
    asset,
    restored: z.boolean().meta({ description: "Whether it had been deleted and is back." }),
    by: bySchema,
  }),
  example: { asset: example, restored: false, by: sample.by },
});

export const assetDeleted = defineWebhookEvent({
  description:
    "A file was deleted: its address ended, and entries that hold it read null. It can be restored for 30 days.",
  data: z.object({
    asset,
    inUse: z.boolean().meta({ description: "Whether entries held it." }),
    by: bySchema,
  }),
  example: { asset: example, inUse: false, by: sample.by },
});
