import type { UserId } from "@lintel/contract";
import { newId } from "../../db/new-id.js";
import type { Actor, RunChange } from "../changes/change.js";
import { addMember } from "../members/add-member.js";
import { refuseReservedSlug, slugCandidates } from "./slug.js";
import { slugTaken } from "./slug-taken.js";
import { insertOrganization, type OrganizationRow } from "./store.js";

export interface NewOrganization {
  name: string;
  /** Derived from the name when absent. */
  slug?: string | undefined;
  logo?: string | null | undefined;
}

/** Creates an organization with its first owner. */
export async function createOrganization(
  runChange: RunChange,
  actor: Actor,
  ownerId: UserId,
  input: NewOrganization,
): Promise<OrganizationRow> {
  if (input.slug !== undefined) refuseReservedSlug(input.slug);
  const id = newId("organization");
  return await runChange(id, actor, "shared", async (change) => {
    const { name, logo = null } = input;
    for (const slug of input.slug === undefined ? slugCandidates(name) : [input.slug]) {
      const row = await insertOrganization(change.tx, { id, name, slug, logo, createdAt: change.at });
      if (!row) continue;
      change.audit("organization.created", id, { name, slug });
      await addMember(change, ownerId, "owner");
      return row;
    }
    throw slugTaken(input.slug ?? "");
  });
}
