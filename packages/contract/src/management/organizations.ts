import { z } from "zod";
import { errorsOf } from "../errors.js";
import { idSchema } from "../ids.js";
import { organizationSchema } from "../organization.js";
import { roleSchema } from "../role.js";
import { inOrganization, organizationParam, signedIn } from "./base.js";
import { lineSchema } from "./line.js";

const personSchema = z
  .object({ id: idSchema("user"), name: z.string(), email: z.string() })
  .meta({ id: "Person" });

export const membershipSchema = z
  .object({ organization: organizationSchema, role: roleSchema })
  .meta({ id: "Membership" });

export const personNameSchema = lineSchema(100).meta({ example: "Ada Larsson" });

const organizationNameSchema = lineSchema(100).meta({ example: "Post & Beam" });

const slugSchema = z
  .string()
  .min(2, "At least 2 characters.")
  .max(60, "At most 60 characters.")
  .regex(
    /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
    "Lower-case letters a to z, digits, and single hyphens between them, as `post-and-beam`.",
  )
  .meta({ example: "post-and-beam" });

const logoSchema = z
  .string()
  .max(2048, "At most 2048 characters.")
  .refine(
    isPublicUrl,
    "An absolute http or https URL without credentials, as `https://example.com/logo.png`.",
  )
  .nullable()
  .meta({ description: "A URL, or null.", example: "https://example.com/logo.png" });

function isPublicUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && !url.username && !url.password;
}

export const me = {
  get: signedIn
    .route({
      method: "GET",
      path: "/me",
      operationId: "getMe",
      tags: ["People"],
      summary: "Read the signed-in person and their organizations",
    })
    .output(z.object({ user: personSchema, memberships: z.array(membershipSchema) })),

  update: signedIn
    .route({
      method: "PATCH",
      path: "/me",
      operationId: "updateMe",
      tags: ["People"],
      summary: "Change the name of the signed-in person",
      description: "Entries that name the person read the new name at once, in every organization.",
    })
    .input(z.object({ name: personNameSchema }))
    .output(personSchema),
};

export const organizations = {
  create: signedIn
    .errors(errorsOf("CONFLICT"))
    .route({
      method: "POST",
      path: "/organizations",
      operationId: "createOrganization",
      tags: ["Organizations"],
      summary: "Create an organization and become its owner",
      description: "Without a slug one is derived from the name and made unique by a number.",
    })
    .input(
      z.object({
        name: organizationNameSchema,
        slug: slugSchema.optional(),
        logo: logoSchema.optional(),
      }),
    )
    .output(membershipSchema),

  get: inOrganization
    .route({
      method: "GET",
      path: "/organizations/{organization}",
      operationId: "readOrganization",
      tags: ["Organizations"],
      summary: "Read one of the person's organizations",
    })
    .input(z.strictObject(organizationParam))
    .output(membershipSchema),

  update: inOrganization
    .route({
      method: "PATCH",
      path: "/organizations/{organization}",
      operationId: "updateOrganization",
      tags: ["Organizations"],
      summary: "Change an organization's name, slug or logo",
      description: "What is absent stays as it is. For owners and admins.",
    })
    .input(
      z.object({
        ...organizationParam,
        name: organizationNameSchema.optional(),
        slug: slugSchema.optional(),
        logo: logoSchema.optional(),
      }),
    )
    .output(organizationSchema),
};
