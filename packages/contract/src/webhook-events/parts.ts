import { z } from "zod";
import { idSchema } from "../ids.js";

/** Who did it. */
export const bySchema = z
  .object({ id: idSchema("user"), name: z.string() })
  .nullable()
  .meta({ description: "Who did it; null where the service itself, an API key or a payment provider did." });

/** A text that people wrote, cut so that it never fills a body. */
export const shortText = z.string().max(200);

/** How many names or changes one event lists at most. */
export const mostListed = 100;

export const typeSlug = z.string().meta({
  description: "The slug of the content type.",
  example: "posts",
});

export const noteSchema = z.string().max(1_000).nullable().meta({
  description: "What was written for those who read the old name.",
});

export const reasonSchema = z.enum(["deleted", "renamed"]);

/** The ids of the examples. */
export const sample = {
  by: { id: "usr_01kb1m3v9rf0wbq7t8x2c4d5e6", name: "Ada Byron" },
  action: "act_01kb1m3v9rf0wbq7t8x2c4d5e6",
  asset: "ast_01kb1m3v9rf0wbq7t8x2c4d5e6",
  contentType: "typ_01kb1m3v9rf0wbq7t8x2c4d5e6",
  endpoint: "whe_01kb1m3v9rf0wbq7t8x2c4d5e6",
  entry: "ent_01kb1m3v9rf0wbq7t8x2c4d5e6",
  field: "fld_01kb1m3v9rf0wbq7t8x2c4d5e6",
  invitation: "inv_01kb1m3v9rf0wbq7t8x2c4d5e6",
  member: "mem_01kb1m3v9rf0wbq7t8x2c4d5e6",
} as const;
