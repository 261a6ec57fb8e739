import type { OrganizationId } from "@lintel/contract";
import { notFound } from "../../api/api-error.js";
import type { Queries } from "../../db/database.js";
import { findOrganization, type OrganizationRow } from "./store.js";

export async function readOrganization(queries: Queries, id: OrganizationId): Promise<OrganizationRow> {
  const row = await findOrganization(queries, id);
  if (!row) throw notFound("This organization does not exist.");
  return row;
}
