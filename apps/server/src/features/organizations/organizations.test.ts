import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditRecords, organizations, revisions } from "../../db/schema/index.js";
import { createPeopleServer, type PeopleServer, type SignedInPerson } from "../../testing/people-server.js";

let server: PeopleServer;
let owner: SignedInPerson;
beforeAll(async () => {
  server = await createPeopleServer();
  owner = await server.person("Olive Owner");
});
afterAll(() => server.close());

interface Membership {
  organization: { id: `org_${string}`; name: string; slug: string; logo: string | null; createdAt: string };
  role: string;
}

const recordsOf = (id: `org_${string}`) =>
  server.database
    .select()
    .from(auditRecords)
    .where(eq(auditRecords.organizationId, id))
    .orderBy(asc(auditRecords.id));

const create = (input: Record<string, unknown>) => owner.manage<Membership>("POST", "/organizations", input);

test("who creates an organization owns it, and finds it among theirs", async () => {
  const { status, body } = await create({ name: "Post & Beam" });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    role: "owner",
    organization: { name: "Post & Beam", slug: "post-and-beam", logo: null },
  });
  const me = await owner.manage<{ memberships: Membership[] }>("GET", "/me");
  expect(me.body.memberships).toContainEqual(body);
  const read = await owner.manage("GET", `/organizations/${body.organization.id}`);
  expect(read.body).toEqual(body);
});

test("an organization starts with its revisions, its owner and the records of both", async () => {
  const { id } = (await create({ name: "Fresh" })).body.organization;
  const [revision] = await server.database.select().from(revisions).where(eq(revisions.organizationId, id));
  expect(revision).toEqual({ organizationId: id, model: 0, content: 0 });
  const records = await recordsOf(id);
  expect(records.map(({ action, by, via }) => [action, by, via])).toEqual([
    ["organization.created", owner.id, "studio"],
    ["member.joined", owner.id, "studio"],
  ]);
  expect(records[0]!.requestId).toMatch(/^[0-9a-f-]{36}$/);
});

test("organizations of one name at the same moment get different slugs", async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => create({ name: "Twin Peaks" })));
  const slugs = answers.map(({ body }) => body.organization.slug);
  expect(new Set(slugs).size).toBe(12);
  expect(slugs).toContain("twin-peaks");
  expect(slugs).toContain("twin-peaks-2");
});

test("a slug that is taken or reserved is refused, when made and when changed", async () => {
  const { organization } = (await create({ name: "First", slug: "first-come" })).body;
  const taken = { status: 409, body: { code: "CONFLICT" } };
  expect(await create({ name: "Second", slug: "first-come" })).toMatchObject(taken);
  const second = (await create({ name: "Second" })).body.organization;
  const path = `/organizations/${second.id}`;
  expect(await owner.manage("PATCH", path, { slug: "first-come" })).toMatchObject(taken);

  const reserved = { status: 400, body: { data: { issues: [{ path: "slug" }] } } };
  expect(await create({ name: "Third", slug: "settings" })).toMatchObject(reserved);
  expect(await owner.manage("PATCH", path, { slug: "api" })).toMatchObject(reserved);
  const [row] = await server.database.select().from(organizations).where(eq(organizations.id, second.id));
  expect(row!.slug).toBe(second.slug);
  expect(organization.slug).toBe("first-come");
});

test.each([
  ["slug", "Upper"],
  ["slug", "a"],
  ["slug", "-edge"],
  ["slug", "two--hyphens"],
  ["slug", "x".repeat(61)],
  ["name", "  "],
  ["name", "line\nbreak"],
  ["name", "nul\0"],
  ["name", "lone \ud800"],
  ["name", "x".repeat(101)],
  ["logo", "javascript:alert(1)"],
  ["logo", "data:image/svg+xml,<svg onload=alert(1)>"],
  ["logo", "/logo.png"],
  ["logo", "https://user:secret@example.com/logo.png"],
  ["logo", `https://example.com/${"x".repeat(2050)}`],
])("a bad %s is refused with its place named: %j", async (field, value) => {
  const answer = await create({ name: "Fine", [field]: value });
  expect(answer).toMatchObject({
    status: 400,
    body: { code: "BAD_REQUEST", data: { issues: [{ path: field }] } },
  });
});

test("an update changes what it names, keeps the rest, and is recorded once", async () => {
  const { organization } = (await create({ name: "Before", logo: "https://example.com/a.png" })).body;
  const path = `/organizations/${organization.id}`;
  const { body } = await owner.manage("PATCH", path, { name: "After", slug: "after-all" });
  expect(body).toEqual({ ...organization, name: "After", slug: "after-all" });
  expect((await owner.manage("PATCH", path, { logo: null })).body).toMatchObject({ logo: null });
  expect((await owner.manage("PATCH", path, { name: "After" })).status).toBe(200);

  const records = await recordsOf(organization.id);
  const updates = records.filter(({ action }) => action === "organization.updated");
  expect(updates.map(({ data }) => data)).toEqual([
    { from: { name: "Before", slug: organization.slug }, to: { name: "After", slug: "after-all" } },
    { from: { logo: "https://example.com/a.png" }, to: { logo: null } },
  ]);
});

test("trust 4: id, createdAt and owner of an organization are not the client's to set", async () => {
  const forged = {
    id: "org_00000000000000000000000000",
    createdAt: "2001-01-01T00:00:00.000Z",
    role: "viewer",
  };
  const { body } = await create({ name: "Forged", ...forged });
  expect(body.role).toBe("owner");
  expect(body.organization.id).not.toBe(forged.id);
  expect(Date.parse(body.organization.createdAt)).toBeGreaterThan(Date.now() - 60_000);
  const { id } = body.organization;
  await owner.manage("PATCH", `/organizations/${id}`, { ...forged, name: "Still" });
  expect((await owner.manage("GET", `/organizations/${id}`)).body).toEqual({
    ...body,
    organization: { ...body.organization, name: "Still" },
  });
});
