import { z } from "zod";
import { idSchema } from "../ids.js";
import { instantSchema } from "../organization.js";
import { inOrganization, organizationParam, pageParams } from "./base.js";

const tags = ["Entries"];
const path = "/organizations/{organization}" as const;

const typeParam = {
  contentType: z.string().meta({ description: "The content type's id or slug.", example: "posts" }),
};
const entryParam = { entry: idSchema("entry") };

const title = z.string().trim().min(1).max(500);
const slug = z.string().max(200).optional().meta({ description: "Made from the title when absent." });
const values = z.record(z.string(), z.unknown()).meta({
  description: "Values by field key. Rich text is `{markdown}`, `{html}` or `{doc}`; null empties a field.",
  example: { excerpt: "What a lintel carries.", body: { markdown: "# Over the door" } },
});
const version = z.number().int().min(1).meta({
  description:
    "The version you read. When the entry has moved on since, the answer is a 409 that shows what changed.",
});

const personSchema = z.object({ id: idSchema("user"), name: z.string() }).nullable();

export const managedEntrySchema = z
  .object({
    id: idSchema("entry"),
    type: z.string(),
    slug: z.string(),
    title: z.string(),
    fields: z.record(z.string(), z.unknown()).meta({
      description: "Values by canonical key, in the form in which they are written.",
    }),
    version: z.number().int(),
    createdAt: instantSchema,
    createdBy: personSchema,
    updatedAt: instantSchema,
    updatedBy: personSchema,
    deletedAt: instantSchema.nullable(),
  })
  .meta({ id: "ManagedEntry" });

export type ManagedEntry = z.infer<typeof managedEntrySchema>;

const versionHead = {
  version: z.number().int(),
  kind: z.enum(["created", "updated", "restored", "deleted"]),
  slug: z.string(),
  title: z.string(),
  at: instantSchema,
  by: personSchema,
};

const createOperation = z.object({
  do: z.literal("create"),
  type: typeParam.contentType,
  title,
  slug,
  fields: values.optional(),
});
const updateOperation = z.object({
  do: z.literal("update"),
  entry: entryParam.entry,
  version,
  title: title.optional(),
  slug,
  fields: values.optional(),
});
const deleteOperation = z.object({ do: z.literal("delete"), entry: entryParam.entry, version });

export const bulkOperationSchema = z.discriminatedUnion("do", [
  createOperation,
  updateOperation,
  deleteOperation,
]);

export type BulkOperation = z.infer<typeof bulkOperationSchema>;

export const entries = {
  list: inOrganization
    .route({
      method: "GET",
      path: `${path}/types/{contentType}/entries`,
      operationId: "listManagedEntries",
      tags,
      summary: "List the entries of a content type, last changed first",
    })
    .input(
      z.object({
        ...organizationParam,
        ...typeParam,
        ...pageParams,
        search: z.string().max(1_000).optional(),
        deleted: z
          .enum(["true", "false"])
          .optional()
          .meta({ description: "`true` lists what can still be restored." }),
      }),
    )
    .output(z.object({ entries: z.array(managedEntrySchema), nextCursor: z.string().nullable() })),

  get: inOrganization
    .route({
      method: "GET",
      path: `${path}/entries/{entry}`,
      operationId: "readManagedEntry",
      tags,
      summary: "Read an entry to edit it",
    })
    .input(z.object({ ...organizationParam, ...entryParam }))
    .output(managedEntrySchema),

  create: inOrganization
    .route({
      method: "POST",
      path: `${path}/types/{contentType}/entries`,
      operationId: "createEntry",
      tags,
      summary: "Create an entry",
    })
    .input(z.object({ ...organizationParam, ...typeParam, title, slug, fields: values.optional() }))
    .output(managedEntrySchema),

  update: inOrganization
    .route({
      method: "PATCH",
      path: `${path}/entries/{entry}`,
      operationId: "updateEntry",
      tags,
      summary: "Change an entry",
      description: "What the body leaves out stays as it is.",
    })
    .input(
      z.object({
        ...organizationParam,
        ...entryParam,
        version,
        title: title.optional(),
        slug,
        fields: values.optional(),
      }),
    )
    .output(managedEntrySchema),

  delete: inOrganization
    .route({
      method: "DELETE",
      path: `${path}/entries/{entry}`,
      operationId: "deleteEntry",
      tags,
      summary: "Delete an entry",
      description: "It can be restored for 30 days.",
    })
    .input(z.object({ ...organizationParam, ...entryParam, version }))
    .output(managedEntrySchema),

  undelete: inOrganization
    .route({
      method: "POST",
      path: `${path}/entries/{entry}/restore`,
      operationId: "restoreEntry",
      tags,
      summary: "Take an entry's deletion back",
    })
    .input(z.object({ ...organizationParam, ...entryParam }))
    .output(managedEntrySchema),

  versions: inOrganization
    .route({
      method: "GET",
      path: `${path}/entries/{entry}/versions`,
      operationId: "listEntryVersions",
      tags,
      summary: "List an entry's versions, newest first",
      description:
        "A run of edits by one person within a minute shows as one version. Its steps can be read and restored by their number for a day.",
    })
    .input(z.object({ ...organizationParam, ...entryParam, ...pageParams }))
    .output(z.object({ versions: z.array(z.object(versionHead)), nextCursor: z.string().nullable() })),

  version: inOrganization
    .route({
      method: "GET",
      path: `${path}/entries/{entry}/versions/{version}`,
      operationId: "readEntryVersion",
      tags,
      summary: "Read an entry as it was",
    })
    .input(z.object({ ...organizationParam, ...entryParam, version: z.coerce.number().int().min(1) }))
    .output(z.object({ ...versionHead, fields: z.record(z.string(), z.unknown()) })),

  restoreVersion: inOrganization
    .route({
      method: "POST",
      path: `${path}/entries/{entry}/versions/{restore}/restore`,
      operationId: "restoreEntryVersion",
      tags,
      summary: "Make an old version the newest",
    })
    .input(
      z.object({
        ...organizationParam,
        ...entryParam,
        restore: z.coerce.number().int().min(1).meta({ description: "The version to bring back." }),
        version,
      }),
    )
    .output(managedEntrySchema),

  bulk: inOrganization
    .route({
      method: "POST",
      path: `${path}/entries/bulk`,
      operationId: "writeEntries",
      tags,
      summary: "Create, change and delete many entries as one",
      description:
        "All of them or none: an issue's path names the operation, as `operations[3].fields.price`.",
    })
    .input(z.object({ ...organizationParam, operations: z.array(bulkOperationSchema).min(1).max(100) }))
    .output(z.object({ entries: z.array(managedEntrySchema) })),
};
