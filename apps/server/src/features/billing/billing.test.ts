import { billingSchema } from "@lintel/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, startTestServer, type TestServer, type TestUser } from "../../testing/server.js";
import { addUsage } from "./usage.js";

const plans = {
  free: { members: 3, apiRequests: 20, storage: 1_000, events: 100 },
  pro: { members: 25, apiRequests: null, storage: null, events: null },
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    environment: { LINTEL_PLANS: JSON.stringify(plans), LINTEL_DEFAULT_PLAN: "free" },
  });
});
afterAll(() => server.close());

type Workspace = Awaited<ReturnType<TestServer["workspace"]>>;

const times = <T>(count: number, one: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => one(index));
const withStatus = (answers: Answer<unknown>[], wanted: number) =>
  answers.filter(({ status }) => status === wanted).length;

async function usageOf({ key }: Workspace) {
  const { body } = await server.get("/org/billing", { key });
  return Object.fromEntries(billingSchema.parse(body).usage.map(({ feature, ...rest }) => [feature, rest]));
}

/** Gives an organization another plan, as a purchase does. */
const give = ({ organization }: Workspace, plan: string) =>
  server.services.database.execute(
    sql`insert into subscriptions (organization_id, plan) values (${organization}, ${plan})
      on conflict (organization_id) do update set plan = excluded.plan`,
  );

const invite = ({ owner, organization }: Workspace, email: string) =>
  server.manage<{ link: string; message: string; data: unknown }>(
    "POST",
    `/organizations/${organization}/invitations`,
    { email, role: "editor" },
    { cookie: owner.cookie },
  );

async function invited(workspace: Workspace, user: TestUser): Promise<string> {
  const { body } = await invite(workspace, user.email);
  return body.link.split("/").at(-1)!;
}

const accept = (token: string, { cookie }: TestUser) =>
  server.manage<{ message: string; data: unknown }>("POST", "/invitations/accept", { token }, { cookie });

const upload = ({ owner, organization }: Workspace, bytes: number) =>
  server.manage<{ id: string; message: string; data: unknown }>(
    "POST",
    `/organizations/${organization}/assets?name=notes.txt`,
    Buffer.alloc(bytes, "a"),
    { cookie: owner.cookie, headers: { "content-type": "text/plain" } },
  );

describe("GET /org/billing", () => {
  it("tells an organization without a subscription the default plan and what is used of it", async () => {
    const workspace = await server.workspace();
    const { status, body } = await server.get("/org/billing", { key: workspace.key });
    expect(status).toBe(200);
    const now = new Date();
    expect(billingSchema.parse(body)).toEqual({
      plan: "free",
      status: "active",
      seats: 3,
      periodEnd: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString(),
      cancelAtPeriodEnd: false,
      usage: [
        { feature: "members", used: 1, cap: 3, window: "total" },
        { feature: "apiRequests", used: 1, cap: 20, window: "month" },
        { feature: "storage", used: 0, cap: 1_000, window: "total" },
        { feature: "events", used: 0, cap: 100, window: "month" },
      ],
    });
  });

  it("has null for what is unlimited, and then as many seats as there are members", async () => {
    const workspace = await server.workspace();
    await give(workspace, "pro");
    const usage = await usageOf(workspace);
    expect(usage.apiRequests).toEqual({ used: 1, cap: null, window: "month" });
    expect(usage.members).toMatchObject({ cap: 25 });
  });

  it("gives the default plan where a plan is no longer in the catalog", async () => {
    const workspace = await server.workspace();
    await give(workspace, "platinum");
    expect((await server.get<{ plan: string }>("/org/billing", { key: workspace.key })).body.plan).toBe(
      "free",
    );
  });

  it("counts the events of this month alone, and the bytes of files that are not deleted", async () => {
    const workspace = await server.workspace();
    const { database } = server.services;
    const { organization, owner } = workspace;
    await addUsage(database, organization, "events", new Date(), 7);
    await addUsage(database, organization, "events", new Date(0), 50);
    await upload(workspace, 400);
    const gone = await upload(workspace, 300);
    const path = `/organizations/${organization}/assets/${gone.body.id}`;
    await server.manage("DELETE", path, undefined, { cookie: owner.cookie });
    expect(await usageOf(workspace)).toMatchObject({ events: { used: 7 }, storage: { used: 400 } });
  });
});

describe("the quota of API requests", () => {
  it("answers exactly as many requests as the plan has, however many come at once", async () => {
    const workspace = await server.workspace();
    const answers = await Promise.all(times(60, () => server.get("/org", { key: workspace.key })));
    expect([withStatus(answers, 200), withStatus(answers, 429)]).toEqual([20, 40]);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.body).toEqual({
      defined: true,
      code: "QUOTA_EXCEEDED",
      status: 429,
      message: "The organization's API request limit for this period has been reached.",
      data: { plan: "free", feature: "apiRequests", used: 20, cap: 20 },
    });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("is one for all keys of an organization and all processes", async () => {
    const workspace = await server.workspace();
    const { key } = await server.key(workspace.owner, workspace.organization);
    const environment = { LINTEL_PLANS: JSON.stringify(plans), LINTEL_DEFAULT_PLAN: "free" };
    const other = await startTestServer({ environment, beside: server });
    const answers = await Promise.all(
      times(40, (index) =>
        (index % 2 ? server : other).get("/org", { key: index % 3 ? workspace.key : key }),
      ),
    );
    expect(withStatus(answers, 200)).toBe(20);
    await other.close();
  });

  it("is not spent by the model and the content, which go on when it is used up", async () => {
    const workspace = await server.workspace();
    const { key } = workspace;
    await Promise.all(times(5, () => server.get("/model", { key })));
    await Promise.all(times(5, () => server.get("/content/none", { key })));
    expect((await usageOf(workspace)).apiRequests).toMatchObject({ used: 1 });
    await Promise.all(times(30, () => server.get("/org", { key })));
    expect((await server.get("/org", { key })).status).toBe(429);
    expect((await server.get("/model", { key })).status).toBe(200);
  });

  it("is not spent by requests that are refused at the door", async () => {
    const workspace = await server.workspace();
    await Promise.all(times(5, () => server.get("/org", { key: `${workspace.key}x` })));
    expect((await usageOf(workspace)).apiRequests).toMatchObject({ used: 1 });
  });

  it("lets requests through again when the plan becomes larger", async () => {
    const workspace = await server.workspace();
    const { key } = workspace;
    await Promise.all(times(30, () => server.get("/org", { key })));
    await give(workspace, "pro");
    await expect.poll(async () => (await server.get("/org", { key })).status).toBe(200);
  });
});

it("a quota that is used up says when to come back, also where the key's budget is used up too", async () => {
  const environment = {
    LINTEL_PLANS: JSON.stringify(plans),
    LINTEL_DEFAULT_PLAN: "free",
    LINTEL_API_PER_MINUTE: "30",
  };
  const limited = await startTestServer({ environment, rateLimit: true });
  const { key } = await limited.workspace();
  for (let request = 0; request < 25; request++) await limited.get("/org", { key });
  const answers = await Promise.all(times(30, () => limited.get("/org", { key })));
  expect(answers.filter(({ headers }) => headers.get("ratelimit")?.includes("r=0")).length).toBeGreaterThan(
    20,
  );
  expect(new Set(answers.map(({ body }) => (body as { code: string }).code))).toEqual(
    new Set(["QUOTA_EXCEEDED"]),
  );
  await limited.close();
});

describe("the cap of members", () => {
  it("refuses an invitation that could not be accepted, and says which plan and what to do", async () => {
    const workspace = await server.workspace();
    expect((await invite(workspace, "one@example.test")).status).toBe(200);
    expect((await invite(workspace, "two@example.test")).status).toBe(200);
    const third = await invite(workspace, "three@example.test");
    expect(third.status).toBe(409);
    expect(third.body).toMatchObject({
      data: { plan: "free", feature: "members", used: 1, invited: 2, cap: 3 },
    });
    expect(third.body.message).toBe(
      'The plan "free" has room for 3 members: 1 are here, and 2 invited. Remove a member, take an invitation back, or ask the operator of this installation for a larger plan.',
    );
    expect((await invite(workspace, "two@example.test")).status, "again, in place of the first").toBe(200);
  });

  it("gives the last seat to one of two who take it at once", async () => {
    const workspace = await server.workspace();
    await give(workspace, "pro");
    const people = await Promise.all(times(4, () => server.user()));
    const tokens = await Promise.all(people.map((user) => invited(workspace, user)));
    await give(workspace, "free");
    const answers = await Promise.all(people.map((user, index) => accept(tokens[index]!, user)));
    expect([withStatus(answers, 200), withStatus(answers, 409)]).toEqual([2, 2]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect(refused.body).toMatchObject({ data: { plan: "free", feature: "members", used: 3, cap: 3 } });
    expect(refused.body.message).toContain("Ask whoever invited you to remove a member");
    expect((await usageOf(workspace)).members).toMatchObject({ used: 3 });
  });
});

describe("the cap of storage", () => {
  it("refuses what does not fit, with what is used, what there is and what to do", async () => {
    const workspace = await server.workspace();
    expect((await upload(workspace, 700)).status).toBe(200);
    const refused = await upload(workspace, 400);
    expect(refused.status).toBe(413);
    expect(refused.body).toMatchObject({
      code: "PAYLOAD_TOO_LARGE",
      message:
        'The plan "free" has 1 kB for files, 700 B are used, and this file takes 400 B. Delete files, send a smaller one, or ask the operator of this installation for a larger plan.',
      data: { plan: "free", feature: "storage", used: 700, cap: 1_000 },
    });
    expect((await upload(workspace, 300)).status).toBe(200);
  });

  it("holds when several files come at once", async () => {
    const workspace = await server.workspace();
    const answers = await Promise.all(times(5, () => upload(workspace, 400)));
    expect([withStatus(answers, 200), withStatus(answers, 413)]).toEqual([2, 3]);
    expect((await usageOf(workspace)).storage).toMatchObject({ used: 800 });
  });

  it("holds when a file is brought back", async () => {
    const workspace = await server.workspace();
    const { organization, owner } = workspace;
    const { body } = await upload(workspace, 700);
    const path = `/organizations/${organization}/assets/${body.id}`;
    await server.manage("DELETE", path, undefined, { cookie: owner.cookie });
    expect((await upload(workspace, 700)).status).toBe(200);
    const restored = await server.manage("POST", `${path}/restore`, undefined, { cookie: owner.cookie });
    expect(restored.status).toBe(413);
  });
});

it("says of events whether they are over their cap", async () => {
  const { organization } = await server.workspace();
  const { database, overCap } = server.services;
  const at = new Date();
  await addUsage(database, organization, "events", at, 99);
  expect(await overCap.isOverCap(organization, "events", new Date(0))).toBe(false);
  await addUsage(database, organization, "events", at, 1);
  await expect.poll(() => overCap.isOverCap(organization, "events", at), { timeout: 10_000 }).toBe(true);
});

describe("billing in the management API", () => {
  it("is read by every member, with the plans there are", async () => {
    const { owner, organization } = await server.workspace();
    const path = `/organizations/${organization}/billing`;
    const { status, body } = await server.manage("GET", path, undefined, { cookie: owner.cookie });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      billing: { plan: "free" },
      plans: [
        { name: "free", forSale: false, caps: plans.free },
        { name: "pro", forSale: false, caps: plans.pro },
      ],
    });
  });

  it.each(["checkout", "portal"])(
    "answers %s with 409 where nothing is for sale, and says why",
    async (action) => {
      const { owner, organization } = await server.workspace();
      const path = `/organizations/${organization}/billing/${action}`;
      const { status, body } = await server.manage<{ message: string }>(
        "POST",
        path,
        { plan: "pro" },
        { cookie: owner.cookie },
      );
      expect(status).toBe(409);
      expect(body.message).toContain("LINTEL_DEFAULT_PLAN");
    },
  );
});
