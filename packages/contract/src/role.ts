import { z } from "zod";

/** What a member may do in an organization. */
export const roleSchema = z.enum(["owner", "admin", "editor", "viewer"]).meta({ id: "Role" });

export type Role = z.infer<typeof roleSchema>;
