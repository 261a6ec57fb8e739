import type { OrganizationId } from "@lintel/contract";
import type { Actor, RunChange } from "../changes/change.js";
import { refuseReservedSlug } from "./slug.js";
import { isSlugConflict, slugTaken } from "./slug-taken.js";
import { lockOrganization, type OrganizationRow, setOrganization } from "./store.js";

export interface OrganizationUpdate {
  name?: string | undefined;
  slug?: string | undefined;
  logo?: string | null | undefined;
}

/** Changes what is given; what is absent, or as it was, stays and leaves no record. */
export async function updateOrganization(
  runChange: RunChange,
  actor: Actor,
  organizationId: OrganizationId,
  update: OrganizationUpdate,
): Promise<OrganizationRow> {
  try {
    return await runChange(organizationId, actor, "shared", async (change) => {
      const before = await lockOrganization(change.tx, organizationId);
      const values = differences(before, update);
      if (values.slug !== undefined) refuseReservedSlug(values.slug);
      if (Object.keys(values).length === 0) return before;
      const row = await setOrganization(change.tx, organizationId, values);
      const changed = Object.keys(values) as (keyof Changeable)[];
      const from = Object.fromEntries(changed.map((key) => [key, before[key]]));
      change.audit("organization.updated", organizationId, { from, to: values });
      return row;
    });
  } catch (error) {
    if (update.slug !== undefined && isSlugConflict(error)) throw slugTaken(update.slug);
    throw error;
  }
}

type Changeable = Partial<Pick<OrganizationRow, "name" | "slug" | "logo">>;

/** The values of `given` that differ from those of `present`. */
function differences(present: Changeable, given: OrganizationUpdate): Changeable {
  const { name, slug, logo } = given;
  return {
    ...(name !== undefined && name !== present.name && { name }),
    ...(slug !== undefined && slug !== present.slug && { slug }),
    ...(logo !== undefined && logo !== present.logo && { logo }),
  };
}
