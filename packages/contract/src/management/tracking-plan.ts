import { z } from "zod";
import { trackingPlanSchema, violationKinds } from "../tracking-plan.js";
import { inOrganization, organizationParam } from "./base.js";

const path = "/organizations/{organization}/tracking-plan" as const;

const violationSchema = z
  .object({
    event: z.string().meta({
      description: "As it was sent. Empty for all together that were too rare to be listed.",
      example: "Signed up",
    }),
    kind: z.enum(violationKinds),
    property: z.string().nullable().meta({ description: "Null where the event is what does not fit." }),
    given: z
      .string()
      .nullable()
      .meta({ description: "The JSON type of what was sent, as `string`. Values are never kept." }),
    events: z.number().int(),
    days: z.array(
      z.object({ day: z.iso.date().meta({ description: "A UTC day." }), events: z.number().int() }),
    ),
  })
  .meta({ id: "PlanViolation" });

export const trackingPlan = {
  read: inOrganization
    .route({
      method: "GET",
      path,
      operationId: "readTrackingPlan",
      tags: ["Analytics"],
      summary: "Read the tracking plan",
    })
    .input(z.object(organizationParam))
    .output(trackingPlanSchema),

  violations: inOrganization
    .route({
      method: "GET",
      path: `${path}/violations`,
      operationId: "listPlanViolations",
      tags: ["Analytics"],
      summary: "List what did not fit the tracking plan, the most frequent first",
      description:
        "Events are counted about a minute after they came, against the plan that is in force then. None is refused. Kept for 90 days.",
    })
    .input(
      z.object({
        ...organizationParam,
        from: z.iso.date().optional().meta({
          description: "A UTC day. By default the day 29 days before `to`.",
          example: "2026-03-01",
        }),
        to: z.iso
          .date()
          .optional()
          .meta({ description: "A UTC day, which is included. By default today.", example: "2026-03-30" }),
        limit: z.coerce.number().int().min(1).max(1_000).default(200),
      }),
    )
    .output(z.object({ violations: z.array(violationSchema) })),
};
