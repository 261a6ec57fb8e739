import type { OrganizationId } from "@lintel/contract";
import { managementApiPrefix } from "@lintel/contract/management";
import { traverseContractProcedures } from "@orpc/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../db/new-id.js";
import {
  type Client,
  createPeopleServer,
  type PeopleServer,
  peopleContract,
  type SignedInPerson,
} from "../../testing/people-server.js";
import { createOrganization } from "../organizations/create-organization.js";
import { type Permission, permissions, type Role, roles } from "../organizations/permissions.js";
import { addMember } from "./add-member.js";

interface Operation {
  id: string;
  method: string;
  path: string;
}

/** What each operation within an organization asks for, and a body that it takes. A new one has to be added here. */
const cases: Record<string, { permission: Permission; body?: Record<string, unknown> }> = {
  readOrganization: { permission: "organization.read" },
  updateOrganization: { permission: "organization.update", body: { name: "Taken over" } },
  listMembers: { permission: "members.read" },
  changeMemberRole: { permission: "members.manage", body: { role: "viewer" } },
  removeMember: { permission: "members.manage" },
  leaveOrganization: { permission: "organization.read", body: {} },
  listInvitations: { permission: "members.manage" },
  createInvitation: { permission: "members.manage", body: { email: "new@example.test", role: "viewer" } },
  revokeInvitation: { permission: "members.manage" },
  listKeys: { permission: "keys.manage" },
  createKey: { permission: "keys.manage", body: { name: "stolen" } },
  revokeKey: { permission: "keys.manage" },
  listAuditRecords: { permission: "audit.read" },
};

const operations: Operation[] = [];
traverseContractProcedures({ router: peopleContract, path: [] }, ({ contract }) => {
  const { operationId, method, path } = contract["~orpc"].route;
  operations.push({ id: operationId!, method: method!, path: path! });
});
const within = operations.filter(({ path }) => path.includes("{organization}"));

let server: PeopleServer;
let people: Record<Role | "stranger", SignedInPerson>;
let organizationId: OrganizationId;
/** Ids of things that the organization has. */
let things: { member: string; invitation: string; key: string };

beforeAll(async () => {
  server = await createPeopleServer();
  const names = [...roles, "stranger"] as const;
  const made = await Promise.all(names.map((name) => server.person(name)));
  people = Object.fromEntries(names.map((name, index) => [name, made[index]!])) as typeof people;
  const actor = { userId: people.owner.id, via: "studio", requestId: null } as const;
  const organization = await createOrganization(server.runChange, actor, people.owner.id, {
    name: "Guarded",
  });
  organizationId = organization.id;
  await server.runChange(organizationId, actor, "shared", async (change) => {
    for (const role of roles) await addMember(change, people[role].id, role);
  });
  const base = `/organizations/${organizationId}`;
  const { owner } = people;
  const [listed, invited, key] = await Promise.all([
    owner.manage<{ members: { id: string; name: string }[] }>("GET", `${base}/members`),
    owner.manage<{ invitation: { id: string } }>("POST", `${base}/invitations`, {
      email: "waiting@example.test",
      role: "viewer",
    }),
    owner.manage<{ apiKey: { id: string } }>("POST", `${base}/keys`, { name: "web" }),
  ]);
  things = {
    member: listed.body.members.find(({ name }) => name === "editor")!.id,
    invitation: invited.body.invitation.id,
    key: key.body.apiKey.id,
  };
});
afterAll(() => server.close());

const unknown = () => ({
  organization: newId("organization"),
  member: newId("member"),
  invitation: newId("invitation"),
  key: newId("apiKey"),
});

function call(client: Client, { id, method, path }: Operation, ids: Record<string, string>) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name]!);
  const body = method === "GET" || method === "DELETE" ? undefined : (cases[id]?.body ?? {});
  return client.call<{ code: string }>(method, managementApiPrefix + filled, body);
}

async function snapshot(): Promise<string> {
  const base = `/organizations/${organizationId}`;
  const { owner } = people;
  const paths = ["", "/members", "/invitations", "/keys", "/audit?limit=200"];
  const answers = await Promise.all(paths.map((path) => owner.manage("GET", base + path)));
  return answers.map(({ text }) => text).join("\n");
}

test("every operation within an organization has its access case", () => {
  expect(within.map(({ id }) => id).sort()).toEqual(Object.keys(cases).sort());
});

describe.each(operations)("$id", (operation) => {
  test("trust 7: is refused without a session, before anything else about the request is looked at", async () => {
    const answer = await call(server.anonymous(), operation, { organization: organizationId, ...things });
    expect(answer).toMatchObject({ status: 401, body: { defined: true, code: "UNAUTHORIZED" } });
    const blunt = await server
      .anonymous()
      .call(operation.method, managementApiPrefix + operation.path.replaceAll(/[{}]/g, "-"));
    expect(blunt.status).toBe(401);
  });
});

describe.each(within)("$id", (operation) => {
  test("trust 1: answers to other organizations' people as if it did not exist, and does nothing", async () => {
    const before = await snapshot();
    const existing = await call(people.stranger, operation, { organization: organizationId, ...things });
    const invented = await call(people.stranger, operation, unknown());
    expect(existing).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
    expect(existing.text).toBe(invented.text);
    expect(await snapshot()).toBe(before);
  });

  test("is refused to every role that is too small, and does nothing", async () => {
    const { permission } = cases[operation.id]!;
    const allowed: readonly Role[] = permissions[permission];
    const before = await snapshot();
    for (const role of roles.filter((role) => !allowed.includes(role))) {
      const answer = await call(people[role], operation, { organization: organizationId, ...things });
      expect(answer, role).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    }
    expect(await snapshot()).toBe(before);
  });
});

const withThing = within.filter(({ path }) => /\{(member|invitation|key)\}/.test(path));

test.each(withThing)(
  "trust 6: $id does not reach another organization's thing through one's own organization",
  async (operation) => {
    const { stranger } = people;
    const { body } = await stranger.manage<{ organization: { id: string } }>("POST", "/organizations", {
      name: "Stranger's own",
    });
    const before = await snapshot();
    const own = { organization: body.organization.id };
    const existing = await call(stranger, operation, { ...things, ...own });
    const invented = await call(stranger, operation, { ...unknown(), ...own });
    expect(existing.status).toBe(404);
    expect(existing.text).toBe(invented.text);
    expect(await snapshot()).toBe(before);
  },
);
