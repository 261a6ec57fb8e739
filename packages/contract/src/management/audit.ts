import { z } from "zod";
import { idSchema } from "../ids.js";
import { instantSchema } from "../organization.js";
import { inOrganization, organizationParam, pageParams } from "./base.js";

const auditRecordSchema = z
  .object({
    id: idSchema("auditRecord"),
    at: instantSchema,
    actor: z
      .object({ id: idSchema("user"), name: z.string() })
      .nullable()
      .meta({ description: "Null where the service itself acted." }),
    via: z.string().meta({ example: "studio" }),
    action: z.string().meta({ example: "key.created" }),
    subjectId: z.string(),
    requestId: z.string().nullable(),
    data: z.record(z.string(), z.unknown()).meta({ description: "What was done, in facts." }),
  })
  .meta({ id: "AuditRecord" });

const filter = (description: string, example: string) =>
  z
    .string()
    .max(200)
    .regex(/^[\w.:-]+$/, "Letters, digits, and any of `_ . : -`.")
    .optional()
    .meta({ description, example });

export const audit = {
  list: inOrganization
    .route({
      method: "GET",
      path: "/organizations/{organization}/audit",
      operationId: "listAuditRecords",
      tags: ["Audit"],
      summary: "Read who did what, newest first",
      description: "For owners and admins.",
    })
    .input(
      z.strictObject({
        ...organizationParam,
        ...pageParams,
        actor: idSchema("user").optional().meta({ description: "Only what this person did." }),
        action: filter(
          "Only this action, or every action of a kind, as `key.created` or `key`.",
          "key.created",
        ),
        subject: filter("Only what was done to the thing with this id.", "key_01kb1m3v9rf0wbq7t8x2c4d5e6"),
        from: instantSchema.optional().meta({ description: "Not before this instant." }),
        to: instantSchema.optional().meta({ description: "Before this instant." }),
      }),
    )
    .output(z.object({ records: z.array(auditRecordSchema), nextCursor: z.string().nullable() })),
};
