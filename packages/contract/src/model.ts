import { z } from "zod";
import { instantSchema } from "./organization.js";

export const fieldTypes = [
  "text",
  "rich_text",
  "number",
  "checkbox",
  "date",
  "select",
  "multi_select",
  "link",
  "person",
  "asset",
  "reference",
  "multi_reference",
] as const;

export type FieldTypeName = (typeof fieldTypes)[number];

export const optionColors = ["gray", "brown", "orange", "yellow", "green", "blue", "purple", "red"] as const;

export type OptionColor = (typeof optionColors)[number];

export const deprecatedSchema = z
  .object({
    reason: z.enum(["deleted", "renamed"]),
    at: instantSchema,
    by: z.string().optional().meta({ description: "The name of the person who did it." }),
    note: z.string().optional(),
    renamedTo: z.string().optional().meta({ description: "The name to use instead." }),
  })
  .meta({
    id: "Deprecated",
    description:
      "Stands on what was deleted or renamed, and goes on answering until its Action is completed.",
  });

export type Deprecated = z.infer<typeof deprecatedSchema>;

export const fieldSchema = z
  .object({
    key: z.string().meta({ example: "published_date" }),
    name: z.string().meta({ example: "Published date" }),
    type: z.enum(fieldTypes),
    options: z.array(z.object({ name: z.string(), color: z.string() })).meta({
      description: "The choices of select-like fields; empty for all others.",
    }),
    collection: z
      .string()
      .optional()
      .meta({ description: "The slug of the content type that reference fields point to." }),
    deprecated: deprecatedSchema.optional(),
  })
  .meta({ id: "Field" });

export type PublicField = z.infer<typeof fieldSchema>;

export const contentTypeSchema = z
  .object({
    slug: z.string().meta({ example: "posts" }),
    name: z.string().meta({ example: "Posts" }),
    kind: z.enum(["collection", "map"]),
    fields: z.array(fieldSchema),
    deprecated: deprecatedSchema.optional(),
  })
  .meta({ id: "ContentType" });

export type PublicContentType = z.infer<typeof contentTypeSchema>;

export const modelSchema = z.object({ types: z.array(contentTypeSchema) }).meta({ id: "Model" });

export type PublicModel = z.infer<typeof modelSchema>;
