import type { MemberId, OrganizationId } from "@lintel/contract";
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { auditRecords, members, revisions, users } from "../../db/schema/index.js";
import { createPeopleServer, type PeopleServer, type SignedInPerson } from "../../testing/people-server.js";
import { createOrganization } from "../organizations/create-organization.js";
import type { Role } from "../organizations/permissions.js";
import { addMember } from "./add-member.js";

let server: PeopleServer;
let people: Record<"olive" | "otto" | "anna" | "axel" | "eddy" | "vera", SignedInPerson>;
let organizationId: OrganizationId;
let ids: Record<keyof typeof people, MemberId>;

beforeAll(async () => {
  server = await createPeopleServer();
  const names = ["olive", "otto", "anna", "axel", "eddy", "vera"] as const;
  const made = await Promise.all(names.map((name) => server.person(name)));
  people = Object.fromEntries(names.map((name, index) => [name, made[index]!])) as typeof people;
});
afterAll(() => server.close());

/** A fresh organization: Olive and Otto own it, Anna and Axel administer, Eddy edits, Vera looks. */
beforeEach(async () => {
  const actor = { userId: people.olive.id, via: "studio", requestId: null } as const;
  const { id } = await createOrganization(server.runChange, actor, people.olive.id, { name: "Team" });
  organizationId = id;
  const roles: [keyof typeof people, Role][] = [
    ["otto", "owner"],
    ["anna", "admin"],
    ["axel", "admin"],
    ["eddy", "editor"],
    ["vera", "viewer"],
  ];
  await server.runChange(id, actor, "shared", async (change) => {
    for (const [name, role] of roles) await addMember(change, people[name].id, role);
  });
  const { body } = await list(people.olive);
  const idOf = (name: string) => body.members.find((member) => member.name === name)!.id;
  ids = Object.fromEntries(Object.keys(people).map((name) => [name, idOf(name)])) as typeof ids;
});

interface Member {
  id: MemberId;
  name: string;
  email: string;
  role: string;
  joinedAt: string;
}

const base = () => `/organizations/${organizationId}`;
const list = (person: SignedInPerson) => person.manage<{ members: Member[] }>("GET", `${base()}/members`);
const setRole = (person: SignedInPerson, name: keyof typeof people, role: Role) =>
  person.manage<Member>("PATCH", `${base()}/members/${ids[name]}`, { role });
const remove = (person: SignedInPerson, name: keyof typeof people) =>
  person.manage("DELETE", `${base()}/members/${ids[name]}`);
const leave = (person: SignedInPerson) => person.manage("POST", `${base()}/leave`, {});

async function owners(): Promise<string[]> {
  const { body } = await list(people.vera);
  return body.members.filter(({ role }) => role === "owner").map(({ name }) => name);
}

test("the list shows who is a member, with name, address, role and day of joining", async () => {
  const { body } = await list(people.vera);
  expect(body.members.map(({ name, role }) => [name, role])).toEqual([
    ["anna", "admin"],
    ["axel", "admin"],
    ["eddy", "editor"],
    ["olive", "owner"],
    ["otto", "owner"],
    ["vera", "viewer"],
  ]);
  expect(body.members[0]).toMatchObject({ email: "anna@example.test" });
  expect(Date.parse(body.members[0]!.joinedAt)).toBeGreaterThan(Date.now() - 60_000);
});

test("an admin changes roles below owner, and the record says from what to what", async () => {
  const { status, body } = await setRole(people.anna, "eddy", "admin");
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: ids.eddy, name: "eddy", role: "admin" });
  expect((await setRole(people.anna, "axel", "viewer")).status).toBe(200);
  const records = await server.database
    .select()
    .from(auditRecords)
    .where(eq(auditRecords.subjectId, ids.eddy))
    .orderBy(asc(auditRecords.id));
  expect(records.at(-1)).toMatchObject({
    action: "member.role_changed",
    by: people.anna.id,
    data: { userId: people.eddy.id, from: "editor", to: "admin" },
  });
});

test("only an owner makes or unmakes owners", async () => {
  const refused = { status: 403, body: { code: "FORBIDDEN" } };
  expect(await setRole(people.anna, "eddy", "owner")).toMatchObject(refused);
  expect(await setRole(people.anna, "anna", "owner")).toMatchObject(refused);
  expect(await setRole(people.anna, "olive", "viewer")).toMatchObject(refused);
  expect(await remove(people.anna, "olive")).toMatchObject(refused);
  expect(await owners()).toEqual(["olive", "otto"]);
  expect((await setRole(people.olive, "anna", "owner")).status).toBe(200);
  expect((await setRole(people.olive, "otto", "editor")).status).toBe(200);
  expect(await owners()).toEqual(["anna", "olive"]);
});

test("the last owner is not demoted, not removed, and does not leave", async () => {
  await setRole(people.olive, "otto", "admin");
  const refused = { status: 409, body: { code: "CONFLICT" } };
  expect(await setRole(people.olive, "olive", "admin")).toMatchObject(refused);
  expect(await remove(people.olive, "olive")).toMatchObject(refused);
  expect(await leave(people.olive)).toMatchObject(refused);
  expect(await owners()).toEqual(["olive"]);
});

test("two owners who demote each other at the same moment leave one of them", async () => {
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all([
      setRole(people.olive, "otto", "editor"),
      setRole(people.otto, "olive", "editor"),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    const [left] = await owners();
    const other = left === "olive" ? "otto" : "olive";
    await setRole(people[left as "olive" | "otto"], other, "owner");
  }
});

test("two owners who leave at the same moment leave one of them behind", async () => {
  const answers = await Promise.all([leave(people.olive), leave(people.otto)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await owners()).toHaveLength(1);
});

test("trust 8: who is removed, leaves or is demoted is so at the very next request", async () => {
  const update = (person: SignedInPerson) => person.manage("PATCH", base(), { name: "Renamed" });
  expect((await update(people.anna)).status).toBe(200);
  await setRole(people.olive, "anna", "editor");
  expect((await update(people.anna)).status).toBe(403);

  expect((await list(people.eddy)).status).toBe(200);
  await remove(people.axel, "eddy");
  expect((await list(people.eddy)).status).toBe(404);

  await leave(people.vera);
  expect((await list(people.vera)).status).toBe(404);
  const me = await people.vera.manage<{ memberships: { organization: { id: string } }[] }>("GET", "/me");
  expect(me.body.memberships.map(({ organization }) => organization.id)).not.toContain(organizationId);
});

test("a member who was removed keeps the row, and comes back under the same id", async () => {
  await remove(people.olive, "eddy");
  const [row] = await server.database.select().from(members).where(eq(members.id, ids.eddy));
  expect(row).toMatchObject({ userId: people.eddy.id, role: "editor" });
  expect(row!.removedAt).toBeInstanceOf(Date);
  expect((await remove(people.olive, "eddy")).status).toBe(404);
  expect((await setRole(people.olive, "eddy", "admin")).status).toBe(404);

  const actor = { userId: people.olive.id, via: "studio", requestId: null } as const;
  await server.runChange(organizationId, actor, "shared", async (change) => {
    expect(await addMember(change, people.eddy.id, "viewer")).toMatchObject({ id: ids.eddy, role: "viewer" });
    expect(await addMember(change, people.eddy.id, "owner")).toBeUndefined();
  });
  expect((await list(people.eddy)).body.members.find(({ name }) => name === "eddy")).toMatchObject({
    id: ids.eddy,
    role: "viewer",
  });
});

test("a person's new name is content of every organization that knows them, also of one they left", async () => {
  await leave(people.vera);
  const revision = async () => {
    const [row] = await server.database
      .select()
      .from(revisions)
      .where(eq(revisions.organizationId, organizationId));
    return row!.content;
  };
  const before = await revision();
  const answer = await people.vera.manage("PATCH", "/me", { name: "Vera Renamed" });
  expect(answer.body).toMatchObject({ id: people.vera.id, name: "Vera Renamed", email: people.vera.email });
  expect(await revision()).toBe(before + 1);
  const [row] = await server.database.select().from(users).where(eq(users.id, people.vera.id));
  expect(row!.name).toBe("Vera Renamed");
  await people.vera.manage("PATCH", "/me", { name: "vera" });
});

test("a person without an organization changes their name too", async () => {
  const loner = await server.person("Lone Lo");
  await loner.manage("PATCH", "/me", { name: "Lo Alone" });
  expect((await loner.manage("GET", "/me")).body).toMatchObject({ user: { name: "Lo Alone" } });
});
