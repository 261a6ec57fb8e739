import type { OrganizationId } from "@lintel/contract";
import { notFound } from "../../api/api-error.js";
import { managementApi, may } from "../../api/management-api.js";
import type { Database } from "../../db/database.js";
import type { RunChange } from "../changes/change.js";
import { changeRole } from "./change-role.js";
import { leaveOrganization, removeMember } from "./remove-member.js";
import { renamePerson } from "./rename-person.js";
import { findMember, listMembers } from "./store.js";

export interface MemberServices {
  database: Database;
  runChange: RunChange;
}

type ListedMember = Awaited<ReturnType<typeof listMembers>>[number];

const presentMember = ({ member, name, email }: ListedMember) => ({
  id: member.id,
  userId: member.userId,
  name,
  email,
  role: member.role,
  joinedAt: member.createdAt.toISOString(),
});

const done = { ok: true as const };

export function createMemberHandlers({ database, runChange }: MemberServices) {
  const { members } = managementApi;
  return {
    list: members.list.use(may("members.read")).handler(async ({ context }) => {
      const rows = await listMembers(database, context.organizationId);
      return { members: rows.map(presentMember) };
    }),

    changeRole: members.changeRole.use(may("members.manage")).handler(async ({ context, input }) => {
      const { organizationId, actor } = context;
      await changeRole(runChange, actor, organizationId, input.member, input.role);
      return presentMember(await readMember(organizationId, input.member));
    }),

    remove: members.remove.use(may("members.manage")).handler(async ({ context, input }) => {
      await removeMember(runChange, context.actor, context.organizationId, input.member);
      return done;
    }),

    leave: members.leave.use(may("organization.read")).handler(async ({ context }) => {
      await leaveOrganization(runChange, context.actor, context.organizationId);
      return done;
    }),
  };

  async function readMember(organizationId: OrganizationId, id: ListedMember["member"]["id"]) {
    const found = await findMember(database, organizationId, id);
    if (!found) throw notFound("The member was removed at the same moment.");
    return found;
  }
}

/** Where the signed-in person changes what is theirs. */
export function createRenameMeHandler({ database, runChange }: MemberServices) {
  return managementApi.me.update.handler(async ({ context: { user, via, requestId }, input: { name } }) => {
    await renamePerson(database, runChange, { userId: user.id, via, requestId }, user.id, name);
    return { id: user.id, name, email: user.email };
  });
}
