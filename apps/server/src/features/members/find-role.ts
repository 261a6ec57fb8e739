import type { OrganizationId, UserId } from "@lintel/contract";
import type { Database } from "../../db/database.js";
import type { Role } from "../organizations/permissions.js";
import { findRole } from "./store.js";

export type FindRole = (organizationId: OrganizationId, userId: UserId) => Promise<Role | null>;

/**
 * Tells the role that a person has now. It is read at every request, so that who is removed or demoted is so at
 * their next request, whichever process answers it.
 */
export function createFindRole(database: Database): FindRole {
  return (organizationId, userId) => findRole(database, organizationId, userId);
}
