import type { OrganizationId } from "@lintel/contract";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invitations } from "../../db/schema/index.js";
import {
  createPeopleServer,
  type PeopleServer,
  type SignedInPerson,
  testOrigin,
} from "../../testing/people-server.js";

let server: PeopleServer;
let owner: SignedInPerson;
let organizationId: OrganizationId;

beforeAll(async () => {
  server = await createPeopleServer();
  owner = await server.person("Olive Owner");
  const { body } = await owner.manage<{ organization: { id: OrganizationId } }>("POST", "/organizations", {
    name: "Post & Beam",
  });
  organizationId = body.organization.id;
});
afterAll(() => server.close());

interface Invitation {
  id: string;
  email: string;
  role: string;
  createdBy: { id: string; name: string };
  expiresAt: string;
}

const base = () => `/organizations/${organizationId}`;
const invite = (email: string, role = "editor", by: SignedInPerson = owner) =>
  by.manage<{ invitation: Invitation; link: string }>("POST", `${base()}/invitations`, { email, role });
const pending = async () =>
  (await owner.manage<{ invitations: Invitation[] }>("GET", `${base()}/invitations`)).body.invitations;
const accept = (person: SignedInPerson, token: string) =>
  person.manage<{ role: string; organization: { id: string }; message: string }>(
    "POST",
    "/invitations/accept",
    {
      token,
    },
  );
const tokenOf = (link: string) => link.slice(link.lastIndexOf("/") + 1);

test("an invitation is mailed, looked up by its link, accepted, and then no longer waits", async () => {
  const { status, body } = await invite("New.Nils@example.test", "editor");
  expect(status).toBe(200);
  expect(body.invitation).toMatchObject({
    email: "new.nils@example.test",
    role: "editor",
    createdBy: { id: owner.id, name: "Olive Owner" },
  });
  expect(body.link).toMatch(new RegExp(`^${testOrigin}/invitations/[\\w-]{43}$`));
  const mail = server.mails.find(({ to }) => to === "new.nils@example.test");
  expect(mail?.text).toContain(body.link);
  expect(mail?.subject).toBe("Olive Owner invites you to Post & Beam");
  expect(await pending()).toContainEqual(body.invitation);
  const days = (Date.parse(body.invitation.expiresAt) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(6.99);
  expect(days).toBeLessThanOrEqual(7);

  const nils = await server.person("New Nils");
  const token = tokenOf(body.link);
  const seen = await nils.manage("POST", "/invitations/look-up", { token });
  expect(seen.body).toEqual({
    organization: { name: "Post & Beam", slug: "post-and-beam", logo: null },
    email: "new.nils@example.test",
    role: "editor",
    invitedBy: "Olive Owner",
    expiresAt: body.invitation.expiresAt,
    state: "pending",
  });
  const joined = await accept(nils, token);
  expect(joined).toMatchObject({
    status: 200,
    body: { role: "editor", organization: { id: organizationId } },
  });
  expect((await nils.manage("GET", base())).status).toBe(200);
  expect((await pending()).map(({ email }) => email)).not.toContain("new.nils@example.test");
  expect((await nils.manage("POST", "/invitations/look-up", { token })).body).toMatchObject({
    state: "accepted",
  });
});

test("accepting twice, also at the same moment, gives one membership and the same answer", async () => {
  const twice = await server.person("Twice Tove");
  const token = tokenOf((await invite(twice.email, "viewer")).body.link);
  const [first, second] = await Promise.all([accept(twice, token), accept(twice, token)]);
  expect(first.status).toBe(200);
  expect(second.text).toBe(first.text);
  expect((await accept(twice, token)).text).toBe(first.text);
});

test("an accepted invitation does not bring a removed member back; a new one does, with its role", async () => {
  const back = await server.person("Back Bo");
  const token = tokenOf((await invite(back.email, "admin")).body.link);
  await accept(back, token);
  await back.manage("POST", `${base()}/leave`, {});
  const again = await accept(back, token);
  expect(again).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
  expect((await back.manage("GET", base())).status).toBe(404);

  const fresh = await accept(back, tokenOf((await invite(back.email, "viewer")).body.link));
  expect(fresh).toMatchObject({ status: 200, body: { role: "viewer" } });
});

test("only the person whose address is named accepts", async () => {
  const thief = await server.person("Thief Tim");
  const token = tokenOf((await invite("someone.else@example.test", "admin")).body.link);
  const answer = await accept(thief, token);
  expect(answer).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
  expect(answer.body.message).toContain("someone.else@example.test");
  expect((await thief.manage("GET", base())).status).toBe(404);
});

test("a revoked, replaced or expired invitation is refused in words", async () => {
  const late = await server.person("Late Lars");
  const first = await invite(late.email);
  const second = await invite(late.email, "viewer");
  expect((await pending()).filter(({ email }) => email === late.email)).toEqual([second.body.invitation]);
  const replaced = await accept(late, tokenOf(first.body.link));
  expect(replaced.status).toBe(409);
  expect(replaced.body.message).toMatch(/taken back/);

  const path = `${base()}/invitations/${second.body.invitation.id}`;
  expect((await owner.manage("DELETE", path)).status).toBe(200);
  expect((await owner.manage("DELETE", path)).status).toBe(404);
  expect((await accept(late, tokenOf(second.body.link))).status).toBe(409);

  const third = await invite(late.email);
  await server.database
    .update(invitations)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(invitations.email, late.email));
  const expired = await accept(late, tokenOf(third.body.link));
  expect(expired.status).toBe(409);
  expect(expired.body.message).toMatch(/expired/);
  const state = await late.manage("POST", "/invitations/look-up", { token: tokenOf(third.body.link) });
  expect(state.body).toMatchObject({ state: "expired" });
});

test("an unknown token is a 404, on look-up and on acceptance", async () => {
  for (const path of ["/invitations/look-up", "/invitations/accept"])
    for (const token of ["", "x", "x".repeat(43), "\0"])
      expect([400, 404]).toContain((await owner.manage("POST", path, { token })).status);
});

test("inviting a member is refused, whatever the case of the address", async () => {
  const answer = await invite(owner.email.toUpperCase());
  expect(answer).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
});

test("an admin invites no owner", async () => {
  const admin = await server.person("Admin Ada");
  await accept(admin, tokenOf((await invite(admin.email, "admin")).body.link));
  expect((await invite("fresh.owner@example.test", "owner", admin)).status).toBe(403);
  expect((await invite("fresh.editor@example.test", "editor", admin)).status).toBe(200);
  expect((await invite("fresh.owner@example.test", "owner")).status).toBe(200);
});

test("the token is stored as a digest only, and no record holds it", async () => {
  const { body } = await invite("digest@example.test");
  const { rows } = await server.database.execute(
    sql`select to_jsonb(i)::text as stored from invitations i
        union all select to_jsonb(a)::text from audit_records a`,
  );
  expect(JSON.stringify(rows)).not.toContain(tokenOf(body.link));
});

test.each(["nobody", "a@b", "a b@example.test", "a@example.test\r\nBcc: x@example.test"])(
  "%j is no address to invite",
  async (email) => {
    expect(await invite(email)).toMatchObject({
      status: 400,
      body: { data: { issues: [{ path: "email" }] } },
    });
  },
);
