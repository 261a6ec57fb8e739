import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../src/db/new-id.js";
import { type Role, roles } from "../src/features/organizations/permissions.js";
import { fillPath, managementOperations, type SweptOperation } from "../src/testing/operations.js";
import { startTestServer, type TestServer, type TestUser } from "../src/testing/server.js";

/** For each operation within an organization: the roles that may, and a body that passes validation. */
const inOrganization: Record<string, { may: readonly Role[]; body?: object }> = {
  readOrganization: { may: roles },
  updateOrganization: { may: ["owner", "admin"], body: { name: "Renamed" } },
  listMembers: { may: roles },
  changeMemberRole: { may: ["owner", "admin"], body: { role: "editor" } },
  removeMember: { may: ["owner", "admin"] },
  leaveOrganization: { may: roles },
  listInvitations: { may: ["owner", "admin"] },
  createInvitation: { may: ["owner", "admin"], body: { email: "new@example.test", role: "viewer" } },
  revokeInvitation: { may: ["owner", "admin"] },
  listKeys: { may: ["owner", "admin"] },
  createKey: { may: ["owner", "admin"], body: { name: "K" } },
  revokeKey: { may: ["owner", "admin"] },
  listAuditRecords: { may: ["owner", "admin"] },
  listWebhookEventTypes: { may: ["owner", "admin"] },
  listManagedWebhooks: { may: ["owner", "admin"] },
  createManagedWebhook: { may: ["owner", "admin"], body: { url: "https://1.1.1.1/", events: ["ping"] } },
  readManagedWebhook: { may: ["owner", "admin"] },
  updateManagedWebhook: { may: ["owner", "admin"], body: { enabled: false } },
  deleteManagedWebhook: { may: ["owner", "admin"] },
  rotateManagedWebhookSecret: { may: ["owner", "admin"] },
  pingManagedWebhook: { may: ["owner", "admin"] },
  retryFailedManagedDeliveries: { may: ["owner", "admin"], body: { since: "2026-03-04T09:30:00.000Z" } },
  listManagedDeliveries: { may: ["owner", "admin"] },
  readManagedDelivery: { may: ["owner", "admin"] },
  retryManagedDelivery: { may: ["owner", "admin"] },
  readBilling: { may: roles },
  startCheckout: { may: ["owner"], body: { plan: "pro" } },
  openBillingPortal: { may: ["owner"] },
  readModel: { may: roles },
  listModelChanges: { may: roles },
  createType: { may: ["owner", "admin", "editor"], body: { name: "T", kind: "collection" } },
  updateType: { may: ["owner", "admin", "editor"], body: { name: "T" } },
  deleteType: { may: ["owner", "admin", "editor"] },
  restoreType: { may: ["owner", "admin", "editor"] },
  orderTypes: { may: ["owner", "admin", "editor"], body: { types: [] } },
  createField: { may: ["owner", "admin", "editor"], body: { name: "F", type: "text" } },
  updateField: { may: ["owner", "admin", "editor"], body: { name: "F" } },
  deleteField: { may: ["owner", "admin", "editor"] },
  restoreField: { may: ["owner", "admin", "editor"] },
  convertField: { may: ["owner", "admin", "editor"], body: { to: "number" } },
  orderFields: { may: ["owner", "admin", "editor"], body: { fields: [] } },
  listActions: { may: roles },
  getAction: { may: roles },
  completeAction: { may: ["owner", "admin"] },
  listManagedEntries: { may: roles },
  readManagedEntry: { may: roles },
  createEntry: { may: ["owner", "admin", "editor"], body: { title: "E" } },
  updateEntry: { may: ["owner", "admin", "editor"], body: { version: 1 } },
  deleteEntry: { may: ["owner", "admin", "editor"], body: { version: 1 } },
  restoreEntry: { may: ["owner", "admin", "editor"] },
  listEntryVersions: { may: roles },
  readEntryVersion: { may: roles },
  restoreEntryVersion: { may: ["owner", "admin", "editor"], body: { version: 1 } },
  writeEntries: {
    may: ["owner", "admin", "editor"],
    body: { operations: [{ do: "create", type: "t", title: "E" }] },
  },
  listAssets: { may: roles },
  uploadAsset: { may: ["owner", "admin", "editor"] },
  readAsset: { may: roles },
  updateAsset: { may: ["owner", "admin", "editor"], body: { name: "a.txt" } },
  deleteAsset: { may: ["owner", "admin", "editor"] },
  restoreAsset: { may: ["owner", "admin", "editor"] },
  listAssetUses: { may: roles },
  readAnalyticsSummary: { may: roles },
  readAnalyticsBreakdown: { may: roles },
  readLiveAnalytics: { may: roles },
  readAnalyticsSessions: { may: roles },
  readAnalyticsFunnel: {
    may: roles,
    body: { from: "2026-03-01", to: "2026-03-02", steps: [{ event: "a" }, { event: "b" }] },
  },
  readPagePattern: { may: roles },
  writePagePattern: { may: ["owner", "admin", "editor"], body: { pattern: null } },
  readEntryTraffic: { may: roles },
  readTrackingPlan: { may: roles },
  listPlanViolations: { may: roles },
};

/** Ids that fit each path parameter and lead to nothing. */
const nowhere = {
  contentType: "nothing",
  field: "nothing",
  entry: newId("entry"),
  asset: newId("asset"),
  action: newId("action"),
  member: newId("member"),
  invitation: newId("invitation"),
  key: newId("apiKey"),
  webhook: newId("webhookEndpoint"),
  delivery: newId("delivery"),
  version: "1",
  restore: "1",
};

const withinOrganizations = managementOperations.filter(({ path }) => path.includes("{organization}"));

let server: TestServer;
let owner: TestUser;
let organization: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ owner, organization } = await server.workspace());
});
afterAll(() => server.close());

function send(
  { id, method, path }: SweptOperation,
  values: Record<string, string>,
  headers: Record<string, string>,
) {
  const isUpload = id === "uploadAsset";
  const body = isUpload ? "hello" : method === "GET" ? undefined : (inOrganization[id]?.body ?? {});
  return server.fetch<{ code: string }>(
    fillPath(path, { ...nowhere, ...values }) + (isUpload ? "?name=a.txt" : ""),
    {
      method,
      ...(body !== undefined && { body }),
      headers: {
        ...headers,
        origin: server.origin,
        ...(isUpload && { "content-type": "application/octet-stream" }),
      },
    },
  );
}

const withoutRequestId = (text: string) => text.replaceAll(/req_\w+/g, "");

it("knows who may run every operation within an organization", () => {
  expect(Object.keys(inOrganization).sort()).toEqual(withinOrganizations.map(({ id }) => id).sort());
});

describe("trust 1: another organization answers like one that does not exist", () => {
  it.each(withinOrganizations)("$method $path", async (operation) => {
    const stranger = await strangerOf(server);
    const foreign = await send(operation, { organization }, { cookie: stranger.cookie });
    const absent = await send(
      operation,
      { organization: newId("organization") },
      { cookie: stranger.cookie },
    );
    expect(foreign.status).toBe(404);
    expect(withoutRequestId(foreign.text)).toBe(withoutRequestId(absent.text));
  });
});

describe("each role may do what the table of permissions says", () => {
  const members = new Map<Role, TestUser>();
  beforeAll(async () => {
    for (const role of roles)
      members.set(role, role === "owner" ? owner : await addMember(server, owner, organization, role));
  });

  it.each(withinOrganizations.filter(({ id }) => id !== "leaveOrganization"))(
    "$method $path",
    async (operation) => {
      const { may } = inOrganization[operation.id]!;
      for (const role of roles) {
        const { status, text } = await send(
          operation,
          { organization },
          { cookie: members.get(role)!.cookie },
        );
        if (may.includes(role)) expect([401, 403], `${role}: ${text}`).not.toContain(status);
        else expect(status, `${role}: ${text}`).toBe(403);
        expect(status, text).toBeLessThan(500);
      }
    },
  );

  it("trust 8: a member who is demoted or removed is told so on the next request", async () => {
    const member = await addMember(server, owner, organization, "editor");
    const list = await server.manage<{ members: { id: string; userId: string }[] }>(
      "GET",
      `/organizations/${organization}/members`,
      undefined,
      owner,
    );
    const { id } = list.body.members.find(({ userId }) => userId === member.id)!;
    const create = () =>
      server.manage(
        "POST",
        `/organizations/${organization}/types`,
        { name: "By a member", kind: "map" },
        member,
      );
    expect((await create()).status).toBe(200);
    await server.manage("PATCH", `/organizations/${organization}/members/${id}`, { role: "viewer" }, owner);
    expect((await create()).status).toBe(403);
    await server.manage("DELETE", `/organizations/${organization}/members/${id}`, undefined, owner);
    expect((await create()).status).toBe(404);
  });
});

describe("an invitation", () => {
  const invite = (by: TestUser, email: string, role: Role) =>
    server.manage<{ link: string; invitation: { id: string } }>(
      "POST",
      `/organizations/${organization}/invitations`,
      { email, role },
      by,
    );
  const tokenOf = (link: string) => link.slice(link.lastIndexOf("/") + 1);
  const memberId = async (user: TestUser) => {
    const path = `/organizations/${organization}/members`;
    const { body } = await server.manage<{ members: { id: string; userId: string }[] }>(
      "GET",
      path,
      undefined,
      owner,
    );
    return body.members.find(({ userId }) => userId === user.id)?.id;
  };

  it("trust 8: ends with the right of whoever sent it", async () => {
    const admin = await addMember(server, owner, organization, "admin");
    const second = await server.user("Second address");
    const { body } = await invite(admin, second.email, "admin");
    await server.manage(
      "DELETE",
      `/organizations/${organization}/members/${await memberId(admin)}`,
      undefined,
      owner,
    );
    const accepted = await server.manage(
      "POST",
      "/invitations/accept",
      { token: tokenOf(body.link) },
      second,
    );
    expect([accepted.status, accepted.text]).toEqual([409, expect.stringContaining("may no longer invite")]);
    expect((await server.manage("GET", `/organizations/${organization}`, undefined, second)).status).toBe(
      404,
    );
  });

  it("of an owner is not for an admin to take away, outright or by a newer one", async () => {
    const admin = await addMember(server, owner, organization, "admin");
    const heir = await server.user("Heir");
    const { body } = await invite(owner, heir.email, "owner");
    const path = `/organizations/${organization}/invitations/${body.invitation.id}`;
    expect((await server.manage("DELETE", path, undefined, admin)).status).toBe(403);
    expect((await invite(admin, heir.email, "viewer")).status).toBe(403);
    const accepted = await server.manage("POST", "/invitations/accept", { token: tokenOf(body.link) }, heir);
    expect([accepted.status, accepted.text]).toEqual([200, expect.stringContaining('"owner"')]);
  });
});

let stranger: Promise<TestUser> | undefined;
function strangerOf(at: TestServer): Promise<TestUser> {
  stranger ??= at.user("Stranger").then(async (user) => {
    await at.organization(user, "Elsewhere");
    return user;
  });
  return stranger;
}

async function addMember(at: TestServer, by: TestUser, to: string, role: Role): Promise<TestUser> {
  const user = await at.user(`A ${role}`);
  const invited = await at.manage<{ link: string }>(
    "POST",
    `/organizations/${to}/invitations`,
    { email: user.email, role },
    by,
  );
  const line = at.logs.findLast((entry) => JSON.stringify(entry).includes(user.email));
  const [, token] = /invitations\/([\w-]+)/.exec(JSON.stringify(line)) ?? [];
  if (invited.status !== 200 || !token) throw new Error(`The invitation failed: ${invited.text}`);
  const accepted = await at.manage("POST", "/invitations/accept", { token }, user);
  if (accepted.status !== 200) throw new Error(`Accepting failed: ${accepted.text}`);
  return user;
}
