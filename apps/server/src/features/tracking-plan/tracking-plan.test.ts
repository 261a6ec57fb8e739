import type { PublicTrackingPlan } from "@lintel/contract";
import type { PublicAction } from "@lintel/contract/management";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer, type TestUser } from "../../testing/server.js";

let server: TestServer;
let owner: TestUser;
let organization: string;
let key: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ owner, organization, key } = await server.workspace());
});
afterAll(() => server.close());

type Published = PublicTrackingPlan & { changed: boolean };
const publish = (events: unknown, options: object = {}) =>
  server.get<Published & { message: string }>("/events/schema", {
    method: "PUT",
    body: { events },
    key,
    ...options,
  });
const read = async () => (await server.get<PublicTrackingPlan>("/events/schema", { key })).body;
const manage = <T>(method: string, path: string) =>
  server.manage<T>(method, `/organizations/${organization}${path}`, undefined, { cookie: owner.cookie });
const openActions = async () =>
  (await manage<{ actions: PublicAction[] }>("GET", "/actions?state=open&limit=200")).body.actions;
const complete = async (name: string) => {
  const action = (await openActions()).find((candidate) => candidate.name === name);
  return await manage<{ erased: { names: string[] } }>("POST", `/actions/${action?.id}/complete`);
};
const namesOf = (plan: PublicTrackingPlan) =>
  plan.events.map(({ name, deprecated }) => [name, deprecated?.reason ?? "planned"]);

const signedUp = {
  name: "Signed up",
  description: "Somebody made an account.",
  props: [{ key: "tier", type: "enum", options: ["free", "pro"], required: true }],
};

describe("a tracking plan", () => {
  it("is empty until one is published", async () => {
    expect(await read()).toEqual({ revision: 0, publishedAt: null, events: [] });
  });

  it("is published whole, read back, and not changed by the same again", async () => {
    const first = await publish([signedUp, { name: "Signed out" }]);
    expect([first.status, first.text]).toEqual([200, expect.stringContaining('"changed":true')]);
    expect(first.body).toMatchObject({
      revision: 1,
      events: [
        {
          name: "Signed up",
          description: "Somebody made an account.",
          props: [{ key: "tier", type: "enum", options: ["free", "pro"], required: true }],
        },
        { name: "Signed out", props: [] },
      ],
    });
    const again = await publish([signedUp, { name: "Signed out" }]);
    expect(again.body).toEqual({ ...first.body, changed: false });
    const { changed: _, ...plan } = first.body;
    expect(await read()).toEqual(plan);
    expect(await openActions()).toEqual([]);
  });

  it("keeps what was renamed or left out, and opens an Action for each", async () => {
    const next = await publish([
      {
        ...signedUp,
        name: "Account created",
        renamedFrom: "Signed up",
        props: [{ ...signedUp.props[0], key: "plan", renamedFrom: "tier" }],
      },
    ]);
    expect(next.body.revision).toBe(2);
    expect(namesOf(next.body)).toEqual([
      ["Account created", "planned"],
      ["Signed up", "renamed"],
      ["Signed out", "deleted"],
    ]);
    expect(next.body.events[0]!.props.map((prop) => [prop.key, prop.deprecated?.renamedTo])).toEqual([
      ["plan", undefined],
      ["tier", "plan"],
    ]);
    expect(
      (await openActions()).map(({ subject, reason, event, name }) => [subject, reason, event, name]),
    ).toEqual(
      expect.arrayContaining([
        ["event", "renamed", "Account created", "Signed up"],
        ["property", "renamed", "Account created", "tier"],
        ["event", "deleted", "Signed out", "Signed out"],
      ]),
    );
    const [action] = (await openActions()).filter(({ name }) => name === "tier");
    expect(action!.summary).toContain('The property "tier" of "Account created" was renamed to "plan".');
    expect(action!.note).toBe('Published with the API key "Test".');
  });

  it("takes an event back that returns, and withdraws its Action", async () => {
    const plan = await read();
    const { name, props } = plan.events[0]!;
    const live = props.filter((prop) => !prop.deprecated);
    const asSent = live.map(({ options, description: _, ...prop }) => ({
      ...prop,
      ...(options[0] && { options }),
    }));
    const back = await publish([
      { name, description: signedUp.description, props: asSent },
      { name: "Signed out" },
    ]);
    expect(namesOf(back.body).at(1)).toEqual(["Signed out", "planned"]);
    expect((await openActions()).map((action) => action.name).sort()).toEqual(["Signed up", "tier"]);
    const withdrawn = await manage<{ actions: PublicAction[] }>("GET", "/actions?state=withdrawn");
    expect(withdrawn.body.actions.map(({ summary }) => summary)).toEqual([
      'The deletion of "Signed out" was taken back.',
    ]);
  });

  it("loses an old name when its Action is completed, for good", async () => {
    expect((await complete("Signed up")).body.erased.names).toEqual(["Signed up"]);
    expect((await complete("tier")).status).toBe(200);
    expect(namesOf(await read())).toEqual([
      ["Account created", "planned"],
      ["Signed out", "planned"],
    ]);
    expect(await openActions()).toEqual([]);
    const same = [
      {
        name: "Account created",
        renamedFrom: "Signed up",
        description: signedUp.description,
        props: [{ ...signedUp.props[0], key: "plan", renamedFrom: "tier" }],
      },
      { name: "Signed out" },
    ];
    const again = await publish(same);
    expect([again.status, again.body.changed]).toEqual([200, false]);
    const refused = await publish([{ name: "Account created" }, { name: "Signed up" }]);
    expect([refused.status, refused.body.message]).toEqual([
      400,
      expect.stringContaining('`events[1].name`: "Signed up" is an old name of "Account created"'),
    ]);
  });

  it("lets an event go when the Action of its deletion is completed", async () => {
    await publish([{ name: "Account created" }]);
    expect((await complete("Signed out")).status).toBe(200);
    expect(namesOf(await read())).toEqual([["Account created", "planned"]]);
    expect((await publish([{ name: "Account created" }, { name: "Signed out" }])).body.changed).toBe(true);
  });

  it("says what is wrong with one that cannot be", async () => {
    const messages = async (events: unknown) => {
      const answer = await publish(events);
      expect(answer.status, answer.text).toBe(400);
      return answer.body.message;
    };
    expect(await messages([{ name: "" }])).toBe("`events[0].name`: Must not be empty.");
    expect(await messages([{ name: "A", props: [{ key: "p", type: "text" }] }])).toContain(
      '`events[0].props[0].type`: Expected "string", "number"',
    );
    expect(await messages([{ name: "A", props: [{ key: "p", type: "enum" }] }])).toContain(
      "`events[0].props[0].options`: Missing.",
    );
    expect(await messages([{ name: "A" }, { name: "A" }])).toContain("planned twice");
    expect(await messages([{ name: "A", renamedFrom: "A" }])).toContain("its own old name");
    expect(await messages([{ name: "A", renamedFrom: "Account craeted" }])).toContain(
      'The plan never had an event called "Account craeted". Did you mean "Account created"',
    );
    expect(await messages([{ name: "Signed out", renamedFrom: "Account created" }])).toContain(
      '`events[0].renamedFrom`: "Signed out" is or was an event of its own',
    );
  });

  it.each(["__proto__", "constructor", "a\0b", "a\nb", "\ud800", { name: "A" }, 7, null, ["A"]])(
    "trust 9, 10, 11: refuses the name %j",
    async (name) => {
      expect((await publish([{ name }])).status).toBe(400);
      expect((await publish([{ name: "A", props: [{ key: name, type: "string" }] }])).status).toBe(400);
      expect((await publish([{ name: "A", renamedFrom: name ?? 1 }])).status).toBe(400);
      expect(Object.keys(Object.prototype)).toEqual([]);
    },
  );
});

it("trust 1, 4: a plan belongs to the key's organization, whatever the body says", async () => {
  const other = await server.workspace();
  const before = await read();
  const published = await server.get<Published>("/events/schema", {
    method: "PUT",
    body: { organizationId: organization, revision: 99, events: [{ name: "Theirs", id: "pev_1" }] },
    key: other.key,
  });
  expect(published.body.revision).toBe(1);
  expect(await read()).toEqual(before);
});

it("is published once by two that publish at once", async () => {
  const { key } = await server.workspace();
  const answers = await Promise.all(Array.from({ length: 5 }, () => publish([signedUp], { key })));
  expect(answers.map(({ body }) => [body.revision, body.changed]).sort()).toEqual([
    [1, false],
    [1, false],
    [1, false],
    [1, false],
    [1, true],
  ]);
});
