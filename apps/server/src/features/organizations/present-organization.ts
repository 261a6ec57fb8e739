import type { PublicOrganization } from "@lintel/contract";
import type { OrganizationRow } from "./store.js";

/** The organization as both APIs show it. */
export function presentOrganization(row: OrganizationRow): PublicOrganization {
  const { id, name, slug, logo, createdAt } = row;
  return { id, name, slug, logo, createdAt: createdAt.toISOString() };
}
