import { z } from "zod";
import { idSchema } from "../ids.js";
import { organizationSchema } from "../organization.js";
import { signedIn } from "./base.js";

export const roleSchema = z.enum(["owner", "admin", "editor", "viewer"]);

const membershipSchema = z
  .object({ organization: organizationSchema, role: roleSchema })
  .meta({ id: "Membership" });

export const me = {
  get: signedIn
    .route({
      method: "GET",
      path: "/me",
      operationId: "getMe",
      tags: ["People"],
      summary: "Read the signed-in person and their organizations",
    })
    .output(
      z.object({
        user: z.object({ id: idSchema("user"), name: z.string(), email: z.string() }),
        memberships: z.array(membershipSchema),
      }),
    ),
};
