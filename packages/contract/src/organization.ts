import { z } from "zod";
import { idSchema } from "./ids.js";

/** ISO 8601 in UTC with milliseconds. */
export const instantSchema = z.iso.datetime().meta({ example: "2026-03-04T09:30:00.000Z" });

export const organizationSchema = z
  .object({
    id: idSchema("organization"),
    name: z.string().meta({ example: "Post & Beam" }),
    slug: z.string().meta({ example: "post-and-beam" }),
    logo: z.string().nullable().meta({ description: "A URL, or null." }),
    createdAt: instantSchema,
  })
  .meta({ id: "Organization" });

export type PublicOrganization = z.infer<typeof organizationSchema>;
