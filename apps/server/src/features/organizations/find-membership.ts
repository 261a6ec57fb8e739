import type { UserId } from "@lintel/contract";
import type { Queries } from "../../db/database.js";
import { listMemberships, type OrganizationRow } from "./store.js";

/** The organization of this name that the person is a member of. */
export async function findMembership(
  queries: Queries,
  userId: UserId,
  name: string,
): Promise<OrganizationRow | undefined> {
  const memberships = await listMemberships(queries, userId);
  return memberships
    .map(({ organization }) => organization)
    .find((organization) => organization.name === name);
}
