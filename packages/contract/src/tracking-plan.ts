import { z } from "zod";
import { deprecatedSchema } from "./model.js";
import { instantSchema } from "./organization.js";

/** Limits of a tracking plan. */
export const planLimits = {
  events: 500,
  /** Properties of one event. */
  props: 100,
  /** Choices of one `enum`. */
  options: 200,
  /** Characters of a name, a property's key or a choice. */
  name: 120,
  description: 1_000,
} as const;

export const plannedTypes = ["string", "number", "boolean", "enum", "array", "object"] as const;

export type PlannedType = (typeof plannedTypes)[number];

/** What can be wrong with an event. */
export const violationKinds = [
  "unplanned_event",
  "missing_property",
  "mistyped_property",
  "extra_property",
] as const;

export type ViolationKind = (typeof violationKinds)[number];

/** Never `__proto__` and its kin: names become keys of objects on the way. */
const reserved = new Set(["__proto__", "constructor", "prototype"]);

const nameSchema = z
  .string()
  .min(1, "Must not be empty.")
  .max(planLimits.name, `At most ${planLimits.name} characters.`)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, "One line of text without control characters.")
  .refine((name) => !reserved.has(name), "This name is reserved. Choose another.");

const descriptionSchema = z
  .string()
  .max(planLimits.description, `At most ${planLimits.description} characters.`)
  .regex(/^[^\0\p{Cs}]*$/u, "Text without NUL and without halves of surrogate pairs.");

const renamedFrom = nameSchema.optional().meta({
  description:
    "What it was called before: a name that the plan has or had. The old name stays valid until its Action is completed. A new name must not be that of another one, which is or was planned.",
});

const publishedPropertySchema = z
  .object({
    key: nameSchema.meta({ example: "plan" }),
    type: z.enum(plannedTypes).meta({
      description: "`enum` takes one of `options`; `array` and `object` say nothing of what is inside.",
    }),
    options: z
      .array(nameSchema)
      .min(1)
      .max(planLimits.options)
      .optional()
      .meta({ description: "The choices of an `enum`, and of nothing else." }),
    required: z.boolean().default(false),
    description: descriptionSchema.optional(),
    renamedFrom,
  })
  .superRefine((property, context) => {
    if (property.type === "enum" && !property.options)
      context.addIssue({
        code: "custom",
        path: ["options"],
        message: "Missing. An enum has its choices here.",
      });
    if (property.type !== "enum" && property.options)
      context.addIssue({
        code: "custom",
        path: ["options"],
        message: `Only an enum has options. Leave them out, or make the type "enum".`,
      });
  });

const publishedEventSchema = z.object({
  name: nameSchema.meta({ example: "Signed up" }),
  description: descriptionSchema.optional(),
  props: z.array(publishedPropertySchema).max(planLimits.props).default([]),
  renamedFrom,
});

/** What `PUT /events/schema` takes: the plan as it is to be, whole. */
export const publishedPlanSchema = z.object({
  events: z.array(publishedEventSchema).max(planLimits.events),
});

export type PublishedPlan = z.infer<typeof publishedPlanSchema>;
export type PublishedEvent = PublishedPlan["events"][number];
export type PublishedProperty = PublishedEvent["props"][number];

export const plannedPropertySchema = z
  .object({
    key: z.string().meta({ example: "plan" }),
    type: z.enum(plannedTypes),
    options: z.array(z.string()).meta({ description: "The choices of an `enum`; empty for all others." }),
    required: z.boolean(),
    description: z.string().nullable(),
    deprecated: deprecatedSchema.optional(),
  })
  .meta({ id: "PlannedProperty" });

export const plannedEventSchema = z
  .object({
    name: z.string().meta({ example: "Signed up" }),
    description: z.string().nullable(),
    props: z.array(plannedPropertySchema),
    deprecated: deprecatedSchema.optional(),
  })
  .meta({ id: "PlannedEvent" });

export const trackingPlanSchema = z
  .object({
    revision: z.number().int().meta({
      description: "Goes up with every change of the plan; 0 where none was published.",
    }),
    publishedAt: instantSchema.nullable().meta({ description: "When the plan last changed." }),
    events: z.array(plannedEventSchema).meta({
      description:
        "What was left out or renamed stands behind what is planned, with its deprecated record, and stays valid until its Action is completed.",
    }),
  })
  .meta({ id: "TrackingPlan" });

export type PublicTrackingPlan = z.infer<typeof trackingPlanSchema>;

export const publishedAnswerSchema = trackingPlanSchema.extend({
  changed: z.boolean().meta({ description: "False where the plan in force already was this one." }),
});
