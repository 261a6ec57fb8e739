import { oc } from "@orpc/contract";
import { z } from "zod";
import { errorsOf } from "../errors.js";
import { idSchema } from "../ids.js";

/** An operation of a signed-in person. */
export const signedIn = oc.errors(
  errorsOf("BAD_REQUEST", "UNAUTHORIZED", "INTERNAL_SERVER_ERROR", "SERVICE_UNAVAILABLE"),
);

/** An operation of a member within one organization. */
export const inOrganization = signedIn.errors(errorsOf("FORBIDDEN", "NOT_FOUND", "CONFLICT"));

/** The path parameter that every operation within an organization takes. */
export const organizationParam = {
  organization: idSchema("organization").meta({ description: "The organization's id." }),
};

/** What a list takes to be read page by page. */
export const pageParams = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().optional(),
};

/** Answers of operations that have nothing else to say. */
export const done = z.object({ ok: z.literal(true) });
