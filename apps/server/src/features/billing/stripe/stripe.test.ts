import { randomBytes } from "node:crypto";
import { type Billing, webhookEvents as catalogue, type OrganizationId } from "@lintel/contract";
import { and, asc, eq, like } from "drizzle-orm";
import { Stripe } from "stripe";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { webhookEvents } from "../../../db/schema/index.js";
import { FakeStripe } from "../../../testing/fake-stripe.js";
import { startTestServer, type TestServer } from "../../../testing/server.js";
import { syncSeats } from "./sync-seats.js";

const webhookSecret = `whsec_${randomBytes(24).toString("base64")}`;
const secretKey = `sk_test_${randomBytes(16).toString("hex")}`;

let fake: FakeStripe;
let server: TestServer;
beforeAll(async () => {
  fake = await FakeStripe.start();
  server = await startTestServer({
    environment: {
      LINTEL_DEFAULT_PLAN: "free",
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_PRICES: "pro=price_pro",
      STRIPE_API_ORIGIN: fake.origin,
    },
  });
});
afterAll(async () => {
  await server.close();
  await fake.close();
});
beforeEach(() => {
  fake.failing = undefined;
  fake.calls.length = 0;
});

type Workspace = Awaited<ReturnType<TestServer["workspace"]>>;

const act = ({ owner, organization }: Workspace, action: string, body: unknown = {}) =>
  server.manage<{ url: string; message: string }>(
    "POST",
    `/organizations/${organization}/billing/${action}`,
    body,
    {
      cookie: owner.cookie,
    },
  );

async function billingOf({ key }: Workspace): Promise<Billing> {
  return (await server.get<Billing>("/org/billing", { key })).body;
}

/** A workspace whose owner has begun to buy. */
async function customer() {
  const workspace = await server.workspace();
  await act(workspace, "checkout", { plan: "pro" });
  return { workspace, id: fake.customerOf(workspace.organization)! };
}

const bought = {
  plan: "pro",
  status: "active",
  seats: 1,
  periodEnd: "2027-01-01T00:00:00.000Z",
  cancelAtPeriodEnd: false,
};

/** What the organization's endpoints are told of its subscription, each event as the catalogue has it. */
async function eventsOf({ organization }: Workspace) {
  const rows = await server.services.database
    .select({ type: webhookEvents.type, data: webhookEvents.data })
    .from(webhookEvents)
    .where(and(eq(webhookEvents.organizationId, organization), like(webhookEvents.type, "subscription.%")))
    .orderBy(asc(webhookEvents.id));
  for (const { type, data } of rows) expect(catalogue[type].data.strict().parse(data)).toEqual(data);
  return rows;
}

let events = 0;

/** Sends what Stripe's webhook endpoint would, signed with Stripe's own helper. */
function send(
  type: string,
  customer: string,
  options: { id?: string; header?: string; secret?: string } = {},
) {
  const { id = `evt_${++events}`, secret = webhookSecret } = options;
  const payload = JSON.stringify({ object: "event", id, type, data: { object: { customer } } });
  const signed = new Stripe(secretKey).webhooks.generateTestHeaderString({ payload, secret });
  return server.fetch("/api/stripe/webhook", {
    method: "POST",
    body: payload,
    headers: { "stripe-signature": options.header ?? signed },
  });
}

const auditOf = async ({ owner, organization }: Workspace) => {
  const { body } = await server.manage<{ records: { action: string }[] }>(
    "GET",
    `/organizations/${organization}/audit`,
    undefined,
    { cookie: owner.cookie },
  );
  return body.records.map(({ action }) => action).filter((action) => action.startsWith("subscription."));
};

describe("buying a plan", () => {
  it("leads an owner to a page of Stripe's, for a seat for each member", async () => {
    const workspace = await server.workspace();
    const { status, body } = await act(workspace, "checkout", { plan: "pro" });
    expect([status, body.url]).toEqual([200, "https://checkout.stripe.test/cs_1"]);
    const session = fake.calls.find(({ path }) => path === "/v1/checkout/sessions")!;
    expect(session.form).toMatchObject({
      mode: "subscription",
      customer: fake.customerOf(workspace.organization),
      client_reference_id: workspace.organization,
      "line_items[0][price]": "price_pro",
      "line_items[0][quantity]": "1",
      success_url: `${server.origin}/settings/billing?checkout=done`,
    });
    expect(session.headers.authorization).toBe(`Bearer ${secretKey}`);
    expect(session.headers["x-stripe-client-telemetry"]).toBeUndefined();
  });

  it("makes one customer for an organization, however often it is begun", async () => {
    const { workspace, id } = await customer();
    await act(workspace, "checkout", { plan: "pro" });
    const made = fake.calls.filter(({ path }) => path === "/v1/customers");
    expect(made).toHaveLength(1);
    expect(made[0]?.headers["idempotency-key"]).toBe(`lintel-customer-${workspace.organization}`);
    expect(fake.customerOf(workspace.organization)).toBe(id);
  });

  it("is the way that a full plan names", async () => {
    const { owner, organization } = await server.workspace();
    const path = `/organizations/${organization}/invitations`;
    const invite = (email: string) =>
      server.manage<{ message: string }>("POST", path, { email, role: "viewer" }, { cookie: owner.cookie });
    await invite("one@example.test");
    await invite("two@example.test");
    const { body } = await invite("three@example.test");
    expect(body.message).toContain("or change to a larger plan under Settings, Billing.");
  });

  it("refuses a plan that is not for sale, and names those that are", async () => {
    const { status, body } = await act(await server.workspace(), "checkout", { plan: "enterprise" });
    expect(status).toBe(400);
    expect(body.message).toContain('"enterprise" is not for sale. For sale: pro.');
  });

  it("says so when Stripe is out of order, and tells nobody why but the log", async () => {
    fake.failing = 500;
    const { status, body } = await act(await server.workspace(), "checkout", { plan: "pro" });
    expect(status).toBe(503);
    expect(body.message).toContain("Stripe did not answer as it should.");
  });

  it("opens the portal for who has bought something, and for nobody else", async () => {
    const { workspace } = await customer();
    expect((await act(workspace, "portal")).body.url).toBe("https://portal.stripe.test/bps_1");
    expect((await act(await server.workspace(), "portal")).status).toBe(409);
  });
});

describe("what Stripe tells", () => {
  it("gives the plan when it is paid for, and takes it back when the subscription ends", async () => {
    const { workspace, id } = await customer();
    const subscription = fake.subscribe(id);
    expect((await send("customer.subscription.created", id)).status).toBe(200);
    expect(await billingOf(workspace)).toMatchObject({
      plan: "pro",
      status: "active",
      seats: 1,
      periodEnd: "2027-01-01T00:00:00.000Z",
      cancelAtPeriodEnd: false,
    });
    subscription.cancel_at_period_end = true;
    await send("customer.subscription.updated", id);
    expect(await billingOf(workspace)).toMatchObject({ plan: "pro", cancelAtPeriodEnd: true });
    subscription.status = "canceled";
    await send("customer.subscription.deleted", id);
    expect(await billingOf(workspace)).toMatchObject({
      plan: "free",
      status: "active",
      cancelAtPeriodEnd: false,
    });
    expect(await auditOf(workspace)).toEqual([
      "subscription.canceled",
      "subscription.updated",
      "subscription.started",
    ]);
    expect(await eventsOf(workspace)).toEqual([
      { type: "subscription.started", data: { subscription: bought, by: null } },
      {
        type: "subscription.updated",
        data: {
          subscription: { ...bought, cancelAtPeriodEnd: true },
          changed: ["cancelAtPeriodEnd"],
          by: null,
        },
      },
      {
        type: "subscription.canceled",
        data: { subscription: { ...bought, cancelAtPeriodEnd: true, status: "canceled" }, by: null },
      },
    ]);
    expect((await act(workspace, "checkout", { plan: "pro" })).status).toBe(200);
  });

  it("keeps the plan while a payment is asked for again, and takes it when that was in vain", async () => {
    const { workspace, id } = await customer();
    const subscription = fake.subscribe(id);
    await send("customer.subscription.created", id);
    subscription.status = "past_due";
    await send("customer.subscription.updated", id);
    expect(await billingOf(workspace)).toMatchObject({ plan: "pro", status: "past_due" });
    subscription.status = "unpaid";
    await send("customer.subscription.updated", id);
    expect(await billingOf(workspace)).toMatchObject({ plan: "free", status: "unpaid" });
  });

  it("gives nothing for a subscription that is not paid for yet, and announces none", async () => {
    const { workspace, id } = await customer();
    fake.subscribe(id, { status: "incomplete" });
    await send("customer.subscription.created", id);
    expect(await billingOf(workspace)).toMatchObject({ plan: "free", status: "incomplete" });
    expect(await auditOf(workspace)).toEqual([]);
  });

  it("is dealt with once, however often and in whatever order it comes", async () => {
    const { workspace, id } = await customer();
    const subscription = fake.subscribe(id);
    const created = { id: `evt_created_${id}` };
    await Promise.all([
      send("customer.subscription.created", id, created),
      send("customer.subscription.created", id, created),
      send("checkout.session.completed", id),
      send("customer.subscription.updated", id),
    ]);
    subscription.status = "canceled";
    await send("customer.subscription.deleted", id);
    const late = await send("customer.subscription.updated", id);
    expect(late.status).toBe(200);
    await send("customer.subscription.created", id, created);
    expect(await billingOf(workspace)).toMatchObject({ plan: "free" });
    expect(await auditOf(workspace)).toEqual(["subscription.canceled", "subscription.started"]);
  });

  it("is dealt with also where eight come at once", async () => {
    const { workspace, id } = await customer();
    fake.subscribe(id);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send("customer.subscription.updated", id)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await billingOf(workspace)).toMatchObject({ plan: "pro" });
    expect(await auditOf(workspace)).toEqual(["subscription.started"]);
  });

  it("is asked for again when it could not be dealt with", async () => {
    const { workspace, id } = await customer();
    fake.subscribe(id);
    fake.failing = 500;
    expect((await send("customer.subscription.created", id, { id: "evt_again" })).status).toBe(503);
    fake.failing = undefined;
    expect((await send("customer.subscription.created", id, { id: "evt_again" })).status).toBe(200);
    expect(await billingOf(workspace)).toMatchObject({ plan: "pro" });
  });

  it.each<[string, Parameters<typeof send>[2]]>([
    ["another secret", { secret: "whsec_another" }],
    ["no signature", { header: "" }],
    ["a made-up signature", { header: "t=1,v1=00" }],
  ])("is refused with %s", async (_, options) => {
    const { workspace, id } = await customer();
    fake.subscribe(id);
    const { status, body } = await send("customer.subscription.created", id, options);
    expect(status).toBe(400);
    expect(body).toMatchObject({ defined: true, code: "BAD_REQUEST" });
    expect(await billingOf(workspace)).toMatchObject({ plan: "free" });
  });

  it("is of no interest where it is about somebody else's customer", async () => {
    expect((await send("customer.subscription.created", "cus_elsewhere")).status).toBe(200);
    expect((await send("invoice.paid", "cus_elsewhere")).status).toBe(200);
  });
});

describe("seats", () => {
  const join = async ({ owner, organization }: Workspace) => {
    const user = await server.user();
    const { body } = await server.manage<{ link: string }>(
      "POST",
      `/organizations/${organization}/invitations`,
      { email: user.email, role: "editor" },
      { cookie: owner.cookie },
    );
    const token = body.link.split("/").at(-1);
    await server.manage("POST", "/invitations/accept", { token }, { cookie: user.cookie });
    return user;
  };
  const leave = (organization: OrganizationId, cookie: string) =>
    server.manage("POST", `/organizations/${organization}/leave`, undefined, { cookie });

  it("follow the members as they come and go, and nothing is told twice", async () => {
    const { workspace, id } = await customer();
    const subscription = fake.subscribe(id);
    await send("customer.subscription.created", id);
    const { stripe } = server.services;
    const user = await join(workspace);
    await syncSeats(stripe!);
    expect(subscription.quantity).toBe(2);
    expect(await billingOf(workspace)).toMatchObject({ seats: 2 });
    await leave(workspace.organization, user.cookie);
    await syncSeats(stripe!);
    expect(subscription.quantity).toBe(1);
    fake.calls.length = 0;
    await syncSeats(stripe!);
    expect(fake.calls).toEqual([]);
  });

  it("are told at the next round when Stripe was out of order", async () => {
    const { workspace, id } = await customer();
    const subscription = fake.subscribe(id);
    await send("customer.subscription.created", id);
    await join(workspace);
    fake.failing = 500;
    expect(await syncSeats(server.services.stripe!)).toMatchObject({ failed: 1 });
    fake.failing = undefined;
    await syncSeats(server.services.stripe!);
    expect(subscription.quantity).toBe(2);
  });
});

it("no log line holds what Stripe must keep to itself", () => {
  const text = JSON.stringify(server.logs);
  expect(text).not.toContain(secretKey);
  expect(text).not.toContain(webhookSecret);
});
