import type { OrganizationId } from "@lintel/contract";
import type { Queries } from "../../db/database.js";
import { listMembers } from "./store.js";

/** Where the service reaches the people an organization belongs to. */
export async function listOwnerAddresses(
  queries: Queries,
  organizationId: OrganizationId,
): Promise<string[]> {
  const members = await listMembers(queries, organizationId);
  return members.filter(({ member }) => member.role === "owner").map(({ email }) => email);
}
