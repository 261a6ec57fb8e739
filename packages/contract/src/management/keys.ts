import { z } from "zod";
import { idSchema } from "../ids.js";
import { instantSchema } from "../organization.js";
import { done, inOrganization, organizationParam } from "./base.js";
import { lineSchema } from "./line.js";

const keySchema = z
  .object({
    id: idSchema("apiKey"),
    name: z.string().meta({ example: "web-prod" }),
    start: z.string().meta({ description: "The first 8 characters of the key.", example: "ltl_8Kd0" }),
    end: z.string().meta({ description: "The last 4 characters of the key.", example: "vxeE" }),
    createdBy: z.object({ id: idSchema("user"), name: z.string() }).nullable(),
    createdAt: instantSchema,
    lastUsedAt: instantSchema.nullable().meta({ description: "Written at most once a minute." }),
    modelRevisionSeen: z.number().int().nullable().meta({
      description: "The model revision that the last generated client with this key was made from.",
    }),
  })
  .meta({ id: "ApiKey" });

export const keys = {
  list: inOrganization
    .route({
      method: "GET",
      path: "/organizations/{organization}/keys",
      operationId: "listKeys",
      tags: ["API keys"],
      summary: "List the API keys by what remains of them",
    })
    .input(z.strictObject(organizationParam))
    .output(z.object({ keys: z.array(keySchema) })),

  create: inOrganization
    .route({
      method: "POST",
      path: "/organizations/{organization}/keys",
      operationId: "createKey",
      tags: ["API keys"],
      summary: "Make an API key",
      description: "For owners and admins. The key is shown in this answer and nowhere again.",
    })
    .input(z.object({ ...organizationParam, name: lineSchema(100).meta({ example: "web-prod" }) }))
    .output(
      z.object({
        key: z.string().meta({
          description: "The key itself: `ltl_` and 40 characters.",
          example: "ltl_8Kd0vQz3NfYw1TgRb7JmXc5LhPs9UaEi2o4EvxeE",
        }),
        apiKey: keySchema,
      }),
    ),

  revoke: inOrganization
    .route({
      method: "DELETE",
      path: "/organizations/{organization}/keys/{key}",
      operationId: "revokeKey",
      tags: ["API keys"],
      summary: "Revoke an API key",
      description: "For owners and admins. The next request with the key is refused.",
    })
    .input(z.object({ ...organizationParam, key: idSchema("apiKey") }))
    .output(done),
};
