import { z } from "zod";
import { idSchema } from "./ids.js";
import { contentTypeSchema } from "./model.js";
import { instantSchema } from "./organization.js";

/** Limits of a content query. */
export const queryLimits = {
  /** Entries a page at most. */
  limit: 1_000,
  /** Entries an answer without `limit` at most. */
  all: 10_000,
  conditions: 32,
  /** Values in one `in` or `nin`. */
  values: 100,
  includeDepth: 3,
  includes: 16,
  sorts: 4,
  /** Characters of one operand or search text. */
  text: 1_000,
} as const;

export const operators = [
  "eq",
  "ne",
  "in",
  "nin",
  "lt",
  "lte",
  "gt",
  "gte",
  "contains",
  "starts",
  "exists",
] as const;

export type Operator = (typeof operators)[number];

export const richTextValueSchema = z
  .object({ html: z.string(), markdown: z.string() })
  .meta({ id: "RichTextValue", description: "Canonical, sanitised HTML and the same as markdown." });

export const personValueSchema = z
  .object({ id: idSchema("user"), name: z.string() })
  .meta({ id: "PersonValue" });

export const assetValueSchema = z
  .object({
    id: idSchema("asset"),
    url: z.string(),
    name: z.string(),
    contentType: z.string(),
    size: z.number().int().meta({ description: "Bytes." }),
    width: z.number().int().nullable().meta({ description: "Pixels; null for what is not an image." }),
    height: z.number().int().nullable(),
  })
  .meta({ id: "AssetValue" });

const entryHead = { id: idSchema("entry"), slug: z.string(), title: z.string() };

export interface ReferenceValue {
  id: z.infer<typeof entryHead.id>;
  slug: string;
  title: string;
  /** The target's own values, where `include` asked for them. */
  fields?: Record<string, FieldValue>;
}

export type FieldValue =
  | string
  | number
  | boolean
  | null
  | string[]
  | z.infer<typeof richTextValueSchema>
  | z.infer<typeof personValueSchema>
  | z.infer<typeof assetValueSchema>
  | ReferenceValue
  | ReferenceValue[];

export const referenceValueSchema: z.ZodType<ReferenceValue> = z
  .object({
    ...entryHead,
    get fields() {
      return z.record(z.string(), fieldValueSchema).optional();
    },
  })
  .meta({ id: "ReferenceValue" }) as z.ZodType<ReferenceValue>;

export const fieldValueSchema: z.ZodType<FieldValue> = z
  .union([
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(z.string()),
    richTextValueSchema,
    assetValueSchema,
    referenceValueSchema,
    z.array(referenceValueSchema),
    personValueSchema,
  ])
  .meta({
    id: "FieldValue",
    description:
      "By the field's type: text, select, link and date (YYYY-MM-DD) are strings, multi_select an array of strings; an empty value is null, an empty list [].",
  }) as z.ZodType<FieldValue>;

export const entrySchema = z
  .object({
    ...entryHead,
    fields: z
      .record(z.string(), fieldValueSchema)
      .meta({ description: "Every key of the model, deprecated ones included." }),
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .meta({ id: "Entry" });

export type PublicEntry = z.infer<typeof entrySchema>;

export const entryListSchema = z
  .object({
    type: contentTypeSchema,
    entries: z.array(entrySchema),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: "Pass it as `cursor` for the next page; null at the end." }),
  })
  .meta({ id: "EntryList" });

export const singleEntrySchema = z
  .object({ type: contentTypeSchema, entry: entrySchema })
  .meta({ id: "SingleEntry" });

const projection = {
  fields: z.string().optional().meta({
    description: "Field keys, comma separated: only these come in `fields`.",
    example: "excerpt,cover",
  }),
  include: z.string().optional().meta({
    description:
      "References to expand, comma separated, dotted for references of references, at most 3 deep.",
    example: "author,related.author",
  }),
};

/** The query of a content list as it is documented. The server reads it with `parse-query.ts`, which says more. */
export const contentQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(queryLimits.limit).optional().meta({
    description: "Entries a page. Without it all come, up to 10,000.",
  }),
  cursor: z
    .string()
    .optional()
    .meta({ description: "`nextCursor` of the page before, with the same query otherwise." }),
  sort: z.string().optional().meta({
    description: "Paths, comma separated, `-` in front for descending. Without it the oldest comes first.",
    example: "-fields.published_date,title",
  }),
  where: z
    .record(z.string(), z.partialRecord(z.enum(operators), z.string()))
    .optional()
    .meta({
      description:
        "Conditions, all of which must hold: `where[fields.tone][eq]=Essay`. A path follows the answer: id, slug, title, createdAt, updatedAt, fields.<key>, fields.<reference>.slug. `in` and `nin` take comma separated values (a comma within one is written `\\,`), `exists` true or false. At most 32. Nested brackets are beyond the default serialiser of most clients; `qs` writes them.",
    }),
  search: z.string().optional().meta({ description: "Words that the title or any text of the entry holds." }),
  ...projection,
});

export const singleEntryQuerySchema = z.object(projection);
