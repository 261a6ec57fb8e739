import { z } from "zod";
import { idSchema } from "../ids.js";
import { fieldTypes, optionColors } from "../model.js";
import { instantSchema } from "../organization.js";
import { done, inOrganization, organizationParam, pageParams } from "./base.js";

const tags = ["Model"];
const path = "/organizations/{organization}" as const;

const typeParam = {
  contentType: z.string().meta({ description: "The content type's id or slug.", example: "posts" }),
};
const fieldParam = { field: z.string().meta({ description: "The field's id or key.", example: "excerpt" }) };

const displayName = z.string().trim().min(1).max(100);
const note = z.string().trim().max(1_000).optional().meta({
  description: "Why, for the people who will read the deprecated record.",
});

const optionInput = z.object({
  id: idSchema("option")
    .optional()
    .meta({ description: "Of an option that exists, so that it may be renamed." }),
  name: displayName,
  color: z.enum(optionColors).optional(),
});

const fieldInput = z.object({
  name: displayName.meta({ example: "Published date" }),
  key: z
    .string()
    .optional()
    .meta({ description: "Made from the name when absent.", example: "published_date" }),
  type: z.enum(fieldTypes),
  options: z.array(optionInput).max(200).optional().meta({ description: "For select-like fields." }),
  collection: z.string().optional().meta({ description: "For references: the target's id or slug." }),
});

export type FieldInput = z.infer<typeof fieldInput>;

const aliasSchema = z.object({
  name: z.string(),
  at: instantSchema,
  by: z.string().nullable(),
  note: z.string().nullable(),
});

const deletionSchema = z
  .object({
    at: instantSchema,
    by: z.string().nullable(),
    note: z.string().nullable(),
    replacedBy: z.string().nullable(),
  })
  .nullable();

export const managedFieldSchema = z
  .object({
    id: idSchema("field"),
    key: z.string(),
    name: z.string(),
    type: z.enum(fieldTypes),
    options: z.array(z.object({ id: idSchema("option"), name: z.string(), color: z.enum(optionColors) })),
    collection: z
      .string()
      .nullable()
      .meta({ description: "The slug of the content type that references point to." }),
    aliases: z.array(aliasSchema),
    deleted: deletionSchema,
  })
  .meta({ id: "ManagedField" });

export const managedTypeSchema = z
  .object({
    id: idSchema("contentType"),
    slug: z.string(),
    name: z.string(),
    kind: z.enum(["collection", "map"]),
    aliases: z.array(aliasSchema),
    deleted: deletionSchema,
    fields: z.array(managedFieldSchema),
  })
  .meta({ id: "ManagedType" });

export type ManagedField = z.infer<typeof managedFieldSchema>;
export type ManagedType = z.infer<typeof managedTypeSchema>;

const modelChangeSchema = z.object({
  revision: z.number().int(),
  at: instantSchema,
  by: z.object({ id: idSchema("user"), name: z.string() }).nullable(),
  kind: z.string().meta({ example: "field.renamed" }),
  typeId: idSchema("contentType").nullable(),
  fieldId: idSchema("field").nullable(),
  summary: z.string(),
});

export const model = {
  get: inOrganization
    .route({
      method: "GET",
      path: `${path}/model`,
      operationId: "readModel",
      tags,
      summary: "Read the model with its ids",
    })
    .input(z.object(organizationParam))
    .output(z.object({ revision: z.number().int(), types: z.array(managedTypeSchema) })),

  history: inOrganization
    .route({
      method: "GET",
      path: `${path}/model/history`,
      operationId: "listModelChanges",
      tags,
      summary: "Read what changed in the model, newest first",
    })
    .input(z.object({ ...organizationParam, ...pageParams }))
    .output(z.object({ changes: z.array(modelChangeSchema), nextCursor: z.string().nullable() })),

  createType: inOrganization
    .route({
      method: "POST",
      path: `${path}/types`,
      operationId: "createType",
      tags,
      summary: "Create a content type",
    })
    .input(
      z.object({
        ...organizationParam,
        name: displayName.meta({ example: "Posts" }),
        slug: z
          .string()
          .optional()
          .meta({ description: "Made from the name when absent.", example: "posts" }),
        kind: z.enum(["collection", "map"]),
        fields: z.array(fieldInput).max(200).optional(),
      }),
    )
    .output(managedTypeSchema),

  updateType: inOrganization
    .route({
      method: "PATCH",
      path: `${path}/types/{contentType}`,
      operationId: "updateType",
      tags,
      summary: "Rename a content type or change its slug",
      description: "The old slug goes on answering until its Action is completed.",
    })
    .input(
      z.object({
        ...organizationParam,
        ...typeParam,
        name: displayName.optional(),
        slug: z.string().optional(),
        note,
      }),
    )
    .output(managedTypeSchema),

  deleteType: inOrganization
    .route({
      method: "DELETE",
      path: `${path}/types/{contentType}`,
      operationId: "deleteType",
      tags,
      summary: "Delete a content type",
      description: "Readers go on getting its entries until the Action is completed.",
    })
    .input(z.object({ ...organizationParam, ...typeParam, note }))
    .output(managedTypeSchema),

  restoreType: inOrganization
    .route({
      method: "POST",
      path: `${path}/types/{contentType}/restore`,
      operationId: "restoreType",
      tags,
      summary: "Take a content type's deletion back",
    })
    .input(z.object({ ...organizationParam, ...typeParam }))
    .output(managedTypeSchema),

  orderTypes: inOrganization
    .route({
      method: "PUT",
      path: `${path}/type-order`,
      operationId: "orderTypes",
      tags,
      summary: "Set the order of the content types",
    })
    .input(z.object({ ...organizationParam, types: z.array(z.string()).max(1_000) }))
    .output(done),

  createField: inOrganization
    .route({
      method: "POST",
      path: `${path}/types/{contentType}/fields`,
      operationId: "createField",
      tags,
      summary: "Add a field",
    })
    .input(z.object({ ...organizationParam, ...typeParam, ...fieldInput.shape }))
    .output(managedFieldSchema),

  updateField: inOrganization
    .route({
      method: "PATCH",
      path: `${path}/types/{contentType}/fields/{field}`,
      operationId: "updateField",
      tags,
      summary: "Rename a field, change its key or its options",
      description: "The old key goes on answering with the live value until its Action is completed.",
    })
    .input(
      z.object({
        ...organizationParam,
        ...typeParam,
        ...fieldParam,
        name: displayName.optional(),
        key: z.string().optional(),
        options: z.array(optionInput).max(200).optional().meta({
          description: "The whole list in its new order. An option that entries hold cannot go.",
        }),
        note,
      }),
    )
    .output(managedFieldSchema),

  deleteField: inOrganization
    .route({
      method: "DELETE",
      path: `${path}/types/{contentType}/fields/{field}`,
      operationId: "deleteField",
      tags,
      summary: "Delete a field",
      description: "Readers go on getting the last values until the Action is completed.",
    })
    .input(z.object({ ...organizationParam, ...typeParam, ...fieldParam, note }))
    .output(managedFieldSchema),

  restoreField: inOrganization
    .route({
      method: "POST",
      path: `${path}/types/{contentType}/fields/{field}/restore`,
      operationId: "restoreField",
      tags,
      summary: "Take a field's deletion back",
    })
    .input(z.object({ ...organizationParam, ...typeParam, ...fieldParam }))
    .output(managedFieldSchema),

  convertField: inOrganization
    .route({
      method: "POST",
      path: `${path}/types/{contentType}/fields/{field}/convert`,
      operationId: "convertField",
      tags,
      summary: "Change a field's type",
      description:
        "Only where every value converts. Where readers would get another shape of JSON, the values move to a new key and the old one goes on answering with its last values.",
    })
    .input(
      z.object({
        ...organizationParam,
        ...typeParam,
        ...fieldParam,
        to: z.enum(fieldTypes).meta({ description: "The new type." }),
        key: z
          .string()
          .optional()
          .meta({ description: "The new key where one is needed; made from the name when absent." }),
        options: fieldInput.shape.options,
        collection: fieldInput.shape.collection,
        note,
      }),
    )
    .output(managedFieldSchema),

  orderFields: inOrganization
    .route({
      method: "PUT",
      path: `${path}/types/{contentType}/field-order`,
      operationId: "orderFields",
      tags,
      summary: "Set the order of a type's fields",
    })
    .input(z.object({ ...organizationParam, ...typeParam, fields: z.array(z.string()).max(1_000) }))
    .output(done),
};
