import {
  type OrganizationId,
  type WebhookEventType,
  webhookBodySchema,
  webhookEvents,
  webhookEventTypes,
} from "@lintel/contract";
import type {
  ManagedAsset,
  ManagedEntry,
  ManagedField,
  ManagedType,
  PublicAction,
} from "@lintel/contract/management";
import { and, desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { webhookEvents as events } from "../../db/schema/index.js";
import { startTestServer, type TestServer, type TestUser } from "../../testing/server.js";
import { waitUntil } from "../../testing/wait-until.js";
import { startWebhookReceiver, type WebhookReceiver } from "../../testing/webhook-receiver.js";

let server: TestServer;
let owner: TestUser;
let organization: OrganizationId;
let posts: ManagedType;
let receiver: WebhookReceiver;

beforeAll(async () => {
  server = await startTestServer({
    contentWindowMilliseconds: 100,
    environment: { LINTEL_ALLOW_PRIVATE_WEBHOOKS: "1" },
  });
  receiver = await startWebhookReceiver();
  const workspace = await server.workspace();
  ({ owner, organization } = workspace);
  const body = { url: receiver.url, events: webhookEventTypes };
  expect((await server.get("/webhooks", { method: "POST", key: workspace.key, body })).status).toBe(200);
  posts = await manage<ManagedType>("POST", "/types", {
    name: "Posts",
    kind: "collection",
    fields: [{ name: "Intro", type: "text" }],
  });
}, 60_000);
afterAll(async () => {
  await server.close();
  await receiver.close();
});

async function manage<T>(method: string, path: string, body?: unknown, user: TestUser = owner): Promise<T> {
  const answer = await server.manage<T>(method, `/organizations/${organization}${path}`, body, user);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

const newest = async (type: WebhookEventType) => {
  const [row] = await server.services.database
    .select()
    .from(events)
    .where(and(eq(events.organizationId, organization), eq(events.type, type)))
    .orderBy(desc(events.id))
    .limit(1);
  return row;
};

const by = () => ({ id: owner.id, name: owner.name });
const create = (title: string, fields?: object) =>
  manage<ManagedEntry>("POST", "/types/posts/entries", { title, fields });

/** Each type with an operation that causes it, and what its event must say. */
const causes: Partial<Record<WebhookEventType, () => Promise<object>>> = {
  "entry.created": async () => {
    const { id } = await create("Over the door");
    return { entry: { id, type: "posts", slug: "over-the-door", title: "Over the door" }, restored: false };
  },
  "entry.updated": async () => {
    const { id, version } = await create("A beam", { intro: "Old" });
    const update = { version, slug: "a-lintel", fields: { intro: "New and secret" } };
    await manage("PATCH", `/entries/${id}`, update);
    const entry = { id, type: "posts", slug: "a-lintel", title: "A beam" };
    return { entry, changed: ["intro", "slug"], previousSlug: "a-beam" };
  },
  "entry.deleted": async () => {
    const { id, version } = await create("Gone soon");
    await manage("DELETE", `/entries/${id}`, { version });
    return { entry: { id, type: "posts", slug: "gone-soon", title: "Gone soon" } };
  },
  "model.changed": async () => {
    const { id } = await newField("Subtitle");
    const summary = 'The field "subtitle" was added to "posts".';
    const changes = [{ kind: "field.created", typeId: posts.id, fieldId: id, summary }];
    return { revision: expect.any(Number), changes, truncated: false };
  },
  "field.deprecated": async () => {
    const { id } = await newField("Lead");
    await manage("PATCH", `/types/posts/fields/${id}`, {
      key: "teaser",
      name: "Teaser",
      note: "Read teaser.",
    });
    const field = { id, type: "posts", key: "teaser", name: "Teaser" };
    const actionId = (await openAction("lead")).id;
    return { field, reason: "renamed", name: "lead", replacement: "teaser", note: "Read teaser.", actionId };
  },
  "field.completed": async () => {
    const { id } = await newField("Summary");
    await create("With a summary", { summary: "Short" });
    await manage("DELETE", `/types/posts/fields/${id}`, {});
    const action = await openAction("summary");
    await manage("POST", `/actions/${action.id}/complete`, {});
    const field = { id, type: "posts", key: "summary", name: "Summary" };
    return { field, reason: "deleted", names: ["summary"], entries: 1, actionId: action.id };
  },
  "asset.created": async () => {
    const asset = await upload("notes.txt");
    return { asset: toEvent(asset), restored: false };
  },
  "asset.deleted": async () => {
    const asset = await upload("old.txt");
    await manage("DELETE", `/assets/${asset.id}`);
    return { asset: toEvent(asset), inUse: false };
  },
  "invitation.created": async () => {
    const { invitation } = await invite("grace@example.test");
    const { id, email, role, expiresAt } = invitation;
    return { invitation: { id, email, role, expiresAt } };
  },
  "member.joined": async () => {
    const { user, memberId } = await join("Grace Hopper");
    const { name, email } = user;
    return {
      member: { id: memberId, userId: user.id, name, email, role: "editor" },
      by: { id: user.id, name },
    };
  },
  "member.role_changed": async () => {
    const { user, memberId } = await join("Mary Jackson");
    await manage("PATCH", `/members/${memberId}`, { role: "admin" });
    const { name, email } = user;
    return { member: { id: memberId, userId: user.id, name, email, role: "admin" }, previousRole: "editor" };
  },
  "member.removed": async () => {
    const { user, memberId } = await join("Annie Easley");
    await manage("DELETE", `/members/${memberId}`);
    const { name, email } = user;
    return { member: { id: memberId, userId: user.id, name, email, role: "editor" }, left: false };
  },
};

test.each(Object.entries(causes))(
  "%s is written by its operation and delivered, as the catalogue has it",
  async (name, cause) => {
    const type = name as WebhookEventType;
    const said = await cause();
    const event = await newest(type);
    expect(event?.data).toEqual({ by: by(), ...said });
    expect(webhookEvents[type].data.strict().parse(event?.data)).toEqual(event?.data);
    await waitUntil(() => receiver.ids().includes(event?.id ?? ""));
    const delivered = receiver.received.find(({ headers }) => headers["webhook-id"] === event?.id);
    expect(
      webhookBodySchema(type)
        .strict()
        .parse(JSON.parse(delivered?.body ?? "")),
    ).toEqual({
      type,
      timestamp: event?.at.toISOString(),
      data: event?.data,
    });
    expect(Math.abs(Date.now() - (event?.at.getTime() ?? 0))).toBeLessThan(60_000);
  },
);

test("content.changed follows the changes of a window by itself, as the catalogue has it", async () => {
  const { id } = await create("Told with others");
  const naming = async () => {
    const event = await newest("content.changed");
    return event && JSON.stringify(event.data).includes(id) ? event : undefined;
  };
  await waitUntil(async () => (await naming()) !== undefined);
  const event = await naming();
  expect(webhookEvents["content.changed"].data.strict().parse(event?.data)).toEqual(event?.data);
});

test("an event never carries the value of a field", async () => {
  const rows = await server.services.database.select().from(events);
  expect(rows.length).toBeGreaterThan(10);
  expect(JSON.stringify(rows)).not.toContain("New and secret");
});

test("an entry or a file that comes back is one that was created, and says that it was there before", async () => {
  const entry = await create("There and back");
  await manage("DELETE", `/entries/${entry.id}`, { version: entry.version });
  await manage("POST", `/entries/${entry.id}/restore`, {});
  expect((await newest("entry.created"))?.data).toMatchObject({ entry: { id: entry.id }, restored: true });
  const asset = await upload("back.txt");
  await manage("DELETE", `/assets/${asset.id}`);
  await manage("POST", `/assets/${asset.id}/restore`, {});
  expect((await newest("asset.created"))?.data).toMatchObject({ asset: { id: asset.id }, restored: true });
});

test("a write that changes nothing tells nobody", async () => {
  const { id, version } = await create("Same as ever");
  const before = await newest("entry.updated");
  await manage("PATCH", `/entries/${id}`, { version, title: "Same as ever" });
  expect(await newest("entry.updated")).toEqual(before);
});

test("of entries nothing is kept while nobody listens, and an endpoint hears what comes after it", async () => {
  const { owner, organization, key } = await server.workspace();
  const manage = (path: string, body: unknown) =>
    server.manage("POST", `/organizations/${organization}${path}`, body, owner);
  await manage("/types", { name: "Notes", kind: "collection" });
  await manage("/types/notes/entries", { title: "Unheard" });
  const body = { url: receiver.url, events: ["entry.created"] };
  expect((await server.get("/webhooks", { method: "POST", key, body })).status).toBe(200);
  await manage("/types/notes/entries", { title: "Heard" });
  const rows = await server.services.database
    .select({ data: events.data })
    .from(events)
    .where(and(eq(events.organizationId, organization), eq(events.type, "entry.created")));
  expect(rows).toMatchObject([{ data: { entry: { title: "Heard" } } }]);
});

test("a bulk write that is refused tells of none of its entries, one that is taken of each", async () => {
  const count = () => server.services.database.$count(events, eq(events.type, "entry.created"));
  const before = await count();
  const create = (title: string) => ({ do: "create", type: "posts", title });
  const refused = await server.manage(
    "POST",
    `/organizations/${organization}/entries/bulk`,
    { operations: [create("One"), { ...create("Two"), slug: "over-the-door" }] },
    owner,
  );
  expect(refused.status).toBe(409);
  expect(await count()).toBe(before);
  await manage("POST", "/entries/bulk", {
    operations: Array.from({ length: 100 }, (_, n) => create(`No ${n}`)),
  });
  expect(await count()).toBe(before + 100);
});

const newField = (name: string) =>
  manage<ManagedField>("POST", "/types/posts/fields", { name, type: "text" });

async function openAction(name: string): Promise<PublicAction> {
  const { actions } = await manage<{ actions: PublicAction[] }>("GET", "/actions?state=open");
  return actions.find((action) => action.name === name)!;
}

async function upload(name: string): Promise<ManagedAsset> {
  const path = `/organizations/${organization}/assets?name=${name}`;
  const headers = { "content-type": "text/plain" };
  const answer = await server.manage<ManagedAsset>("POST", path, "Hello", { cookie: owner.cookie, headers });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

const toEvent = ({ id, name, contentType, size }: ManagedAsset) => ({ id, name, contentType, size });

const invite = (email: string) =>
  manage<{ invitation: { id: string; email: string; role: string; expiresAt: string }; link: string }>(
    "POST",
    "/invitations",
    { email, role: "editor" },
  );

async function join(name: string): Promise<{ user: TestUser; memberId: string }> {
  const user = await server.user(name);
  const { link } = await invite(user.email);
  const token = link.slice(link.lastIndexOf("/") + 1);
  const accepted = await server.manage("POST", "/invitations/accept", { token }, user);
  expect(accepted.status, accepted.text).toBe(200);
  const { members } = await manage<{ members: { id: string; userId: string }[] }>("GET", "/members");
  return { user, memberId: members.find(({ userId }) => userId === user.id)!.id };
}
