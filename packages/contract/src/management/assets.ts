import { z } from "zod";
import { errorsOf } from "../errors.js";
import { idSchema } from "../ids.js";
import { instantSchema } from "../organization.js";
import { inOrganization, organizationParam, pageParams } from "./base.js";
import { lineSchema } from "./line.js";

const tags = ["Assets"];
const path = "/organizations/{organization}/assets" as const;

const assetParam = { asset: idSchema("asset") };
const name = lineSchema(200).meta({
  description: "The file's label, never a path.",
  example: "north-light.jpg",
});
const uploadName = z.string().min(1).max(4_000).meta({
  description: "The file's label. Parts of a path go, and what is longer than 200 characters is cut.",
  example: "north-light.jpg",
});
const alt = z
  .string()
  .max(1_000)
  .meta({ description: "What the image shows, for those who do not see it.", example: "A window at dawn" });

export const managedAssetSchema = z
  .object({
    id: idSchema("asset"),
    name: z.string(),
    alt: z.string(),
    url: z.string().meta({
      description:
        "Public, and the bytes behind it never change. Images take `w`, `h`, `fit`, `format`, `q` and `enlarge`.",
    }),
    contentType: z.string().meta({ description: "Decided by the file's content.", example: "image/jpeg" }),
    size: z.number().int().meta({ description: "Bytes." }),
    width: z.number().int().nullable().meta({ description: "Pixels; null for what is not an image." }),
    height: z.number().int().nullable(),
    sha256: z.string().meta({ description: "Hexadecimal SHA-256 of the file." }),
    createdAt: instantSchema,
    createdBy: z.object({ id: idSchema("user"), name: z.string() }).nullable(),
    updatedAt: instantSchema,
    deletedAt: instantSchema.nullable(),
  })
  .meta({ id: "ManagedAsset" });

export type ManagedAsset = z.infer<typeof managedAssetSchema>;

const useSchema = z
  .object({
    entry: z.object({ id: idSchema("entry"), slug: z.string(), title: z.string() }),
    type: z.string().meta({ description: "The slug of the entry's content type." }),
    fields: z.array(z.string()).meta({ description: "The keys of the fields that hold the asset." }),
  })
  .meta({ id: "AssetUse" });

export type AssetUse = z.infer<typeof useSchema>;

export const assets = {
  list: inOrganization
    .route({
      method: "GET",
      path,
      operationId: "listAssets",
      tags,
      summary: "List the assets, newest first",
    })
    .input(
      z.object({
        ...organizationParam,
        ...pageParams,
        search: z.string().max(200).optional().meta({ description: "Part of the name or the description." }),
        kind: z
          .enum(["image", "video", "audio", "other"])
          .optional()
          .meta({ description: "Only assets of this kind." }),
        deleted: z
          .enum(["true", "false"])
          .optional()
          .meta({ description: "`true` lists what can still be restored." }),
      }),
    )
    .output(z.object({ assets: z.array(managedAssetSchema), nextCursor: z.string().nullable() })),

  upload: inOrganization
    .errors(errorsOf("PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"))
    .route({
      method: "POST",
      path,
      operationId: "uploadAsset",
      tags,
      summary: "Upload a file",
      description:
        "The body is the file, byte for byte. What it is, is decided by its content; SVG is cleaned of whatever is not drawing.",
      inputStructure: "detailed",
      spec: (operation) => ({
        ...operation,
        requestBody: {
          required: true,
          content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
        },
      }),
    })
    .input(
      z.object({
        params: z.object(organizationParam),
        query: z.object({ name: uploadName, alt: alt.optional() }),
      }),
    )
    .output(managedAssetSchema),

  get: inOrganization
    .route({
      method: "GET",
      path: `${path}/{asset}`,
      operationId: "readAsset",
      tags,
      summary: "Read an asset",
    })
    .input(z.object({ ...organizationParam, ...assetParam }))
    .output(managedAssetSchema),

  update: inOrganization
    .route({
      method: "PATCH",
      path: `${path}/{asset}`,
      operationId: "updateAsset",
      tags,
      summary: "Change an asset's name or description",
      description: "What the body leaves out stays as it is. Addresses with the old name go on answering.",
    })
    .input(z.object({ ...organizationParam, ...assetParam, name: name.optional(), alt: alt.optional() }))
    .output(managedAssetSchema),

  delete: inOrganization
    .route({
      method: "DELETE",
      path: `${path}/{asset}`,
      operationId: "deleteAsset",
      tags,
      summary: "Delete an asset",
      description:
        "Refused with 409 while entries use it, unless `force` is true: they read null then. It can be restored for 30 days.",
    })
    .input(z.object({ ...organizationParam, ...assetParam, force: z.boolean().optional() }))
    .output(managedAssetSchema),

  restore: inOrganization
    .route({
      method: "POST",
      path: `${path}/{asset}/restore`,
      operationId: "restoreAsset",
      tags,
      summary: "Take an asset's deletion back",
    })
    .input(z.object({ ...organizationParam, ...assetParam }))
    .output(managedAssetSchema),

  usage: inOrganization
    .route({
      method: "GET",
      path: `${path}/{asset}/usage`,
      operationId: "listAssetUses",
      tags,
      summary: "List the entries that use an asset",
    })
    .input(z.object({ ...organizationParam, ...assetParam, ...pageParams }))
    .output(z.object({ uses: z.array(useSchema), nextCursor: z.string().nullable() })),
};
