import type { OrganizationId } from "@lintel/contract";
import type { ActionSender, PublicAction } from "@lintel/contract/management";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer, type TestUser } from "../../testing/server.js";
import { rollUp } from "../events/rollups/roll-up.js";
import { purgeCounts } from "./purge-counts.js";

interface Violation {
  event: string;
  kind: string;
  property: string | null;
  given: string | null;
  events: number;
  days: { day: string; events: number }[];
}

let server: TestServer;
let owner: TestUser;
let organization: OrganizationId;
let key: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ owner, organization, key } = await server.workspace());
});
afterAll(() => server.close());

const manage = <T>(method: string, path: string, within: string = organization) =>
  server.manage<T>(method, `/organizations/${within}${path}`, undefined, { cookie: owner.cookie });
const publish = (events: unknown, as = key) =>
  server.get("/events/schema", { method: "PUT", body: { events }, key: as });
const send = async (events: { name: string; props?: object }[], as = key) => {
  const timestamp = Date.now();
  const body = { events: events.map((event) => ({ ...event, timestamp })) };
  const answer = await server.get("/events", { method: "POST", body, key: as });
  expect([answer.status, answer.body]).toEqual([200, { accepted: events.length }]);
};
const count = () => rollUp(server.services.database, Date.now);
const violations = async (within?: string) =>
  (await manage<{ violations: Violation[] }>("GET", "/tracking-plan/violations", within)).body.violations;
const inShort = (found: Violation[]) =>
  found.map(({ event, kind, property, given, events }) => [event, kind, property, given, events]);

const plan = [
  {
    name: "Signed up",
    props: [
      { key: "plan", type: "enum", options: ["free", "pro"], required: true },
      { key: "seats", type: "number" },
    ],
  },
];

describe("an event that does not fit the plan", () => {
  it("counts for nothing while there is no plan", async () => {
    await send([{ name: "Anything", props: { a: 1 } }]);
    await count();
    expect(await violations()).toEqual([]);
  });

  it("is accepted, and counted by event, kind, property and day", async () => {
    await publish(plan);
    await send([
      { name: "Signed up", props: { plan: "pro", seats: 3 } },
      { name: "Signed up", props: { plan: "gold" } },
      { name: "Signed up", props: { plan: 7, seats: "3" } },
      { name: "Signed up", props: { plan: null, colour: "secret-value" } },
      { name: "Signed up" },
    ]);
    await count();
    const found = await violations();
    expect(inShort(found)).toEqual([
      ["Signed up", "missing_property", "plan", null, 2],
      ["Signed up", "mistyped_property", "plan", "string", 2],
      ["Anything", "unplanned_event", null, null, 1],
      ["Signed up", "extra_property", "colour", "string", 1],
      ["Signed up", "mistyped_property", "seats", "string", 1],
    ]);
    expect(JSON.stringify(found)).not.toContain("secret-value");
    expect(found[0]!.days.reduce((sum, day) => sum + day.events, 0)).toBe(2);
  });

  it("is counted once, however often its hour is counted", async () => {
    await send([{ name: "Signed up", props: { plan: "pro" } }]);
    await count();
    await count();
    expect(inShort(await violations())[0]).toEqual(["Signed up", "missing_property", "plan", null, 2]);
  });

  it("trust 1: is nobody else's to see", async () => {
    const elsewhere = await server.organization(owner);
    expect(await violations(elsewhere)).toEqual([]);
  });

  it("trust 9, 10: is asked for by days", async () => {
    for (const query of ["from=x", "from=2026-03-02&to=2026-03-01", "limit=0", "from[a]=1", "nonsense=1"])
      expect((await manage("GET", `/tracking-plan/violations?${query}`)).status, query).toBe(400);
  });

  it("is forgotten after 90 days", async () => {
    expect(await purgeCounts(server.services.database, Date.now())).toBe(0);
    expect(await purgeCounts(server.services.database, Date.now() + 92 * 86_400_000)).toBeGreaterThan(0);
    expect(await violations()).toEqual([]);
  });
});

describe("the Action of a name that waits to go", () => {
  const actionOf = async (name: string) => {
    const { body } = await manage<{ actions: PublicAction[] }>("GET", "/actions?state=open&limit=200");
    return body.actions.find((action) => action.name === name)!;
  };
  const sendersOf = async (name: string) => {
    const { id } = await actionOf(name);
    const { body } = await manage<{ senders: ActionSender[] }>("GET", `/actions/${id}`);
    return body.senders.map(({ key, events }) => [key.name, events]);
  };
  const renamed = [
    {
      name: "Joined",
      renamedFrom: "Signed up",
      props: [{ key: "tier", renamedFrom: "plan", type: "string", required: true }],
    },
  ];

  it("names the keys that still send it, and both names fit until it is completed", async () => {
    await publish(renamed);
    const web = await server.key(owner, organization, "web-prod");
    const since = Date.now();
    await send(
      [
        { name: "Signed up", props: { plan: "pro" } },
        { name: "Joined", props: { tier: "pro" } },
      ],
      web.key,
    );
    await send([{ name: "Joined", props: { plan: "pro" } }]);
    await send([{ name: "Joined", props: { tier: "pro" } }]);
    await count();
    expect(await sendersOf("Signed up")).toContainEqual(["web-prod", 1]);
    expect((await sendersOf("plan")).map(([name]) => name).sort()).toEqual(["Test", "web-prod"]);
    const { id } = await actionOf("plan");
    const { body } = await manage<{ senders: ActionSender[] }>("GET", `/actions/${id}`);
    expect(Date.parse(body.senders[0]!.lastSentAt)).toBeGreaterThanOrEqual(since - 1_000);
  });

  it("makes the old name unplanned when it is completed", async () => {
    const { id } = await actionOf("Signed up");
    expect((await manage("POST", `/actions/${id}/complete`)).status).toBe(200);
    const fresh = await server.workspace();
    await publish([{ name: "A" }], fresh.key);
    await publish([{ name: "B", renamedFrom: "A" }], fresh.key);
    await send([{ name: "A" }], fresh.key);
    await count();
    const within = (path: string) =>
      server.manage<{ actions: PublicAction[]; violations: Violation[] }>(
        "GET",
        `/organizations/${fresh.organization}${path}`,
        undefined,
        { cookie: fresh.owner.cookie },
      );
    expect((await within("/tracking-plan/violations")).body.violations).toEqual([]);
    const [action] = (await within("/actions?state=open")).body.actions;
    await server.manage(
      "POST",
      `/organizations/${fresh.organization}/actions/${action!.id}/complete`,
      undefined,
      {
        cookie: fresh.owner.cookie,
      },
    );
    await send([{ name: "A" }], fresh.key);
    await count();
    expect(inShort((await within("/tracking-plan/violations")).body.violations)[0]?.slice(0, 2)).toEqual([
      "A",
      "unplanned_event",
    ]);
  });
});

const anyValue = fc.constantFrom<unknown>("free", "gold", 3, true, null, ["free"], { a: 1 });
const anyProps = fc.dictionary(
  fc.constantFrom("choice", "text", "number", "flag", "list", "map", "other"),
  anyValue,
);

it("whatever comes is counted as a plain check of every event counts it", async () => {
  const types = {
    choice: "enum",
    text: "string",
    number: "number",
    flag: "boolean",
    list: "array",
    map: "object",
  };
  const required = ["choice", "flag"];
  const typeOf = (value: unknown) => (Array.isArray(value) ? "array" : typeof value);
  const sent = fc.sample(fc.record({ name: fc.constantFrom("Known", "Known", "Unknown"), props: anyProps }), {
    numRuns: 90,
    seed: 7,
  });
  const fresh = await server.workspace();
  await publish(
    [
      {
        name: "Known",
        props: Object.entries(types).map(([key, type]) => ({
          key,
          type,
          required: required.includes(key),
          ...(type === "enum" && { options: ["free", "pro"] }),
        })),
      },
    ],
    fresh.key,
  );
  await send(sent, fresh.key);
  await count();
  const expected: Record<string, number> = {};
  const note = (...violation: string[]) => {
    expected[violation.join(" ")] = (expected[violation.join(" ")] ?? 0) + 1;
  };
  for (const { name, props } of sent) {
    if (name === "Unknown") {
      note(name, "unplanned_event", "null");
      continue;
    }
    for (const [key, value] of Object.entries(props)) {
      if (value === null) continue;
      const type = Object.entries(types).find(([planned]) => planned === key)?.[1];
      const fits = type === "enum" ? value === "free" : typeOf(value) === type;
      if (!type) note(name, "extra_property", key);
      else if (!fits) note(name, "mistyped_property", key);
    }
    for (const key of required) if ((props[key] ?? null) === null) note(name, "missing_property", key);
  }
  const { body } = await server.manage<{ violations: Violation[] }>(
    "GET",
    `/organizations/${fresh.organization}/tracking-plan/violations`,
    undefined,
    { cookie: fresh.owner.cookie },
  );
  expect(
    Object.fromEntries(
      body.violations.map(({ event, kind, property, events }) => [`${event} ${kind} ${property}`, events]),
    ),
  ).toEqual(expected);
});
