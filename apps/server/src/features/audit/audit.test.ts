import type { OrganizationId } from "@lintel/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPeopleServer, type PeopleServer, type SignedInPerson } from "../../testing/people-server.js";
import { addMember } from "../members/add-member.js";

let server: PeopleServer;
let owner: SignedInPerson;
let admin: SignedInPerson;
let organizationId: OrganizationId;
let middle: string;

interface Page {
  records: {
    id: string;
    at: string;
    actor: { id: string; name: string } | null;
    action: string;
    subjectId: string;
    data: unknown;
  }[];
  nextCursor: string | null;
}

const read = (query: Record<string, string> = {}, by = owner) =>
  by.manage<Page>("GET", `/organizations/${organizationId}/audit?${new URLSearchParams(query)}`);
const actions = async (query: Record<string, string>) =>
  (await read(query)).body.records.map(({ action }) => action);

beforeAll(async () => {
  server = await createPeopleServer();
  [owner, admin] = await Promise.all([server.person("Olive Owner"), server.person("Anna Admin")]);
  const { body } = await owner.manage<{ organization: { id: OrganizationId } }>("POST", "/organizations", {
    name: "Audited",
  });
  organizationId = body.organization.id;
  const base = `/organizations/${organizationId}`;
  const service = { userId: null, via: "service", requestId: null } as const;
  await server.runChange(organizationId, service, "shared", async (change) => {
    await addMember(change, admin.id, "admin");
  });
  for (let count = 0; count < 3; count++)
    await owner.manage("POST", `${base}/keys`, { name: `key ${count}` });
  middle = new Date().toISOString();
  // So that nothing of what follows falls into the same millisecond.
  while (Date.now() <= Date.parse(middle));
  await admin.manage("PATCH", base, { name: "Renamed" });
  await admin.manage("POST", `${base}/invitations`, { email: "x@example.test", role: "viewer" });
});
afterAll(() => server.close());

test("the log is newest first, and says who did what to what", async () => {
  const { body } = await read();
  expect(body.nextCursor).toBeNull();
  expect(body.records.map(({ action, actor }) => [action, actor?.name ?? null])).toEqual([
    ["invitation.created", "Anna Admin"],
    ["organization.updated", "Anna Admin"],
    ["key.created", "Olive Owner"],
    ["key.created", "Olive Owner"],
    ["key.created", "Olive Owner"],
    ["member.joined", null],
    ["member.joined", "Olive Owner"],
    ["organization.created", "Olive Owner"],
  ]);
  expect(body.records[1]).toMatchObject({
    subjectId: organizationId,
    actor: { id: admin.id },
    data: { from: { name: "Audited" }, to: { name: "Renamed" } },
  });
});

test("paging covers every record once, whatever the size of the page", async () => {
  const all = (await read()).body.records;
  for (const limit of ["1", "3", "8", "200"]) {
    const seen: Page["records"] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: Page = (await read({ limit, ...(cursor && { cursor }) })).body;
      seen.push(...page.records);
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(all);
  }
});

test("filters by actor, action, kind of action, subject and time narrow the log, alone and together", async () => {
  expect(await actions({ actor: admin.id })).toEqual(["invitation.created", "organization.updated"]);
  expect(await actions({ action: "key.created" })).toHaveLength(3);
  expect(await actions({ action: "organization" })).toEqual(["organization.updated", "organization.created"]);
  expect(await actions({ action: "organizatio_" })).toEqual([]);
  expect(await actions({ action: "organization.up" })).toEqual([]);
  expect(await actions({ subject: organizationId, actor: owner.id })).toEqual(["organization.created"]);
  expect(await actions({ from: middle })).toEqual(["invitation.created", "organization.updated"]);
  expect(await actions({ to: middle })).toHaveLength(6);
  expect(await actions({ from: middle, action: "invitation" })).toEqual(["invitation.created"]);
});

test.each([
  [{ cursor: "nonsense" }, "cursor"],
  [{ cursor: "' or 1=1 --" }, "cursor"],
  [{ actor: "olive" }, "actor"],
  [{ action: "key%" }, "action"],
  [{ subject: "a b" }, "subject"],
  [{ from: "yesterday" }, "from"],
  [{ limit: "0" }, "limit"],
  [{ limit: "NaN" }, "limit"],
  [{ limit: "1e9" }, "limit"],
])("trust 9 and 16: %j is refused and named", async (query, path) => {
  const answer = await read(query as unknown as Record<string, string>);
  expect(answer).toMatchObject({ status: 400, body: { code: "BAD_REQUEST", data: { issues: [{ path }] } } });
});

test("an unknown filter is refused, since an answer without it would look filtered", async () => {
  const answer = await read({ actoor: owner.id });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain("actoor");
});

test("trust 1: a cursor of another organization shows nothing of it", async () => {
  const foreign = (await read({ limit: "1" })).body.nextCursor!;
  const stranger = await server.person("Stranger Stig");
  const { body } = await stranger.manage<{ organization: { id: string } }>("POST", "/organizations", {
    name: "Other",
  });
  const answer = await stranger.manage<Page>(
    "GET",
    `/organizations/${body.organization.id}/audit?cursor=${foreign}`,
  );
  expect(answer.body.records).toEqual([]);
});
