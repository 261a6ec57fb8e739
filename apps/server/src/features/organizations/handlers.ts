import { managementApi, may } from "../../api/management-api.js";
import type { Database } from "../../db/database.js";
import type { RunChange } from "../changes/change.js";
import { createOrganization } from "./create-organization.js";
import { presentOrganization } from "./present-organization.js";
import { readOrganization } from "./read-organization.js";
import { listMemberships } from "./store.js";
import { updateOrganization } from "./update-organization.js";

export interface OrganizationServices {
  database: Database;
  runChange: RunChange;
}

export function createOrganizationHandlers({ database, runChange }: OrganizationServices) {
  const { organizations } = managementApi;
  return {
    create: organizations.create.handler(async ({ context: { user, via, requestId }, input }) => {
      const row = await createOrganization(runChange, { userId: user.id, via, requestId }, user.id, input);
      return { organization: presentOrganization(row), role: "owner" as const };
    }),

    get: organizations.get.use(may("organization.read")).handler(async ({ context }) => {
      const row = await readOrganization(database, context.organizationId);
      return { organization: presentOrganization(row), role: context.role };
    }),

    update: organizations.update.use(may("organization.update")).handler(async ({ context, input }) => {
      return presentOrganization(
        await updateOrganization(runChange, context.actor, context.organizationId, input),
      );
    }),
  };
}

/** Where the signed-in person reads who they are and what is theirs. */
export function createMyOrganizationsHandler({ database }: Pick<OrganizationServices, "database">) {
  return managementApi.me.get.handler(async ({ context: { user } }) => {
    const rows = await listMemberships(database, user.id);
    const { id, name, email } = user;
    return {
      user: { id, name, email },
      memberships: rows.map(({ organization, role }) => ({
        organization: presentOrganization(organization),
        role,
      })),
    };
  });
}
