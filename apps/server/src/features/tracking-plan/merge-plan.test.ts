import type { PublishedPlan } from "@lintel/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareDeprecations } from "./deprecations.js";
import { mergePlan } from "./merge-plan.js";
import { allNames, type TrackingPlan, validNames } from "./plan.js";

const stamp = { at: "2026-03-04T09:30:00.000Z", by: "web-prod" };
const merge = (before: TrackingPlan, plan: PublishedPlan) => mergePlan(before, plan, stamp);
const planOf = (...events: (string | [string, string])[]): PublishedPlan => ({
  events: events.map((event) =>
    typeof event === "string"
      ? { name: event, props: [] }
      : { name: event[0], renamedFrom: event[1], props: [] },
  ),
});
const after = (...plans: PublishedPlan[]) =>
  plans.reduce((plan, next) => merge(plan, next).plan, [] as TrackingPlan);
const names = (plan: TrackingPlan) => plan.map(validNames);
const issues = (before: TrackingPlan, plan: PublishedPlan) =>
  merge(before, plan).issues.map(({ path, message }) => `${path}: ${message}`);

describe("an event that is renamed", () => {
  it("keeps its old name valid, and is the event it was", () => {
    const [first] = after(planOf("A"));
    const [renamed] = after(planOf("A"), planOf(["B", "A"]));
    expect(names([renamed!])).toEqual([["B", "A"]]);
    expect(after(planOf("A"), planOf(["B", "A"]), planOf("A"))[0]).toMatchObject({
      name: "A",
      aliases: [{ name: "B" }],
    });
    expect(first!.name).toBe("A");
  });

  it("is new in an organization that has no plan yet, whatever the file says it was called before", () => {
    const plan = planOf(["B", "A"], "C");
    expect(issues([], plan)).toEqual([]);
    expect(names(after(plan))).toEqual([["B"], ["C"]]);
    // The same again stays the same, and once more too.
    expect(issues(after(plan), plan)).toEqual([]);
  });

  it("is not renamed from a name that the plan never had, and says which are near", () => {
    expect(issues(after(planOf("X")), planOf(["B", "A"], "X"))).toEqual([
      'events[0].renamedFrom: The plan never had an event called "A". Correct it, or leave `renamedFrom` out.',
    ]);
    const before = after(planOf("Order placed", "Order paid", "Signed up"));
    expect(issues(before, planOf(["Order made", "Order plcaed"], "Signed up"))).toEqual([
      'events[0].renamedFrom: The plan never had an event called "Order plcaed". Did you mean "Order placed", "Order paid"? If not, leave `renamedFrom` out.',
    ]);
  });

  it("never takes the name of another one, be that gone or not", () => {
    const refused = [
      'events[0].renamedFrom: "B" is or was an event of its own, so "A" cannot become it: its name would mean two things. Choose another name, or leave `renamedFrom` out; "A" then waits to go.',
    ];
    expect(issues(after(planOf("A", "B")), planOf(["B", "A"]))).toEqual(refused);
    expect(issues(after(planOf("A", "B"), planOf("A")), planOf(["B", "A"]))).toEqual(refused);
    expect(issues(after(planOf("A", "C"), planOf("A", ["B", "C"])), planOf(["C", "A"]))).toEqual([
      refused[0]!.replaceAll('"B"', '"C"'),
    ]);
  });

  it("cannot go on beside its new name", () => {
    expect(issues(after(planOf("A")), planOf(["B", "A"], "A"))).toEqual([
      'events[0].renamedFrom: "A" is still in this plan. Leave one of the two out.',
    ]);
    expect(issues(after(planOf("A"), planOf(["B", "A"])), planOf("B", "A"))).toEqual([
      'events[1].name: "A" is an old name of "B", which this plan has too, and a name is never used twice. Choose another, or leave "B" out to take the rename back.',
    ]);
  });
});

it("an event that is left out waits to go, and comes back as what it was", () => {
  const gone = after(planOf("A", "B"), planOf("B"));
  expect(gone.map(({ name, deleted }) => [name, deleted !== null])).toEqual([
    ["B", false],
    ["A", true],
  ]);
  const [back] = merge(gone, planOf("A")).plan;
  expect(back).toEqual({ ...gone[1], deleted: null });
});

it("the properties of an event live by the same rules", () => {
  const withProps = (...props: PublishedPlan["events"][number]["props"]): PublishedPlan => ({
    events: [{ name: "A", props }],
  });
  const tier = { key: "tier", type: "string" as const, required: true };
  const [event] = after(
    withProps(tier, { key: "seats", type: "number", required: false }),
    withProps({ ...tier, key: "plan", renamedFrom: "tier" }),
  );
  expect(event!.props.map((prop) => [validNames(prop), prop.deleted !== null])).toEqual([
    [["plan", "tier"], false],
    [["seats"], true],
  ]);
  expect(issues([event!], withProps({ ...tier, key: "seats", renamedFrom: "plan" }))).toEqual([
    expect.stringMatching(/^events\[0\]\.props\[0\]\.renamedFrom: "seats" is or was a property of its own/),
  ]);
  expect(issues([event!], withProps({ ...tier, key: "level", renamedFrom: "tiers" }))).toEqual([
    'events[0].props[0].renamedFrom: The plan never had a property called "tiers". Did you mean "tier"? If not, leave `renamedFrom` out.',
  ]);
  expect(issues([event!], withProps(tier, tier))).toEqual([
    'events[0].props[1].key: "tier" is planned twice. Plan it once.',
  ]);
});

const letter = fc.constantFrom("A", "B", "C", "D");
const randomPlan: fc.Arbitrary<PublishedPlan> = fc
  .uniqueArray(fc.record({ name: letter, renamedFrom: fc.option(letter, { nil: undefined }) }), {
    selector: (event) => event.name,
  })
  .chain((events) =>
    fc.record({
      events: fc.constant(
        events.map((event) => ({
          ...event,
          props: [{ key: "p", type: "string" as const, required: false }],
        })),
      ),
    }),
  );

it("whatever is published in whatever order, a name means one thing and is never forgotten", () => {
  fc.assert(
    fc.property(fc.array(randomPlan, { maxLength: 6 }), (plans) => {
      let plan: TrackingPlan = [];
      const published = new Set<string>();
      for (const next of plans) {
        const { plan: merged, issues } = merge(plan, next);
        if (issues.length > 0) continue;
        for (const { name } of next.events) published.add(name);
        const all = merged.flatMap(allNames);
        for (const event of plan)
          expect(allNames(merged.find(({ id }) => id === event.id)!)).toEqual(
            expect.arrayContaining(allNames(event)),
          );
        expect(new Set(all).size).toBe(all.length);
        expect([...published].filter((name) => !all.includes(name))).toEqual([]);
        expect(merged.filter(({ deleted }) => !deleted).map(({ name }) => name)).toEqual(
          next.events.map(({ name }) => name),
        );
        expect(merge(merged, next)).toEqual({ plan: merged, issues: [] });
        expect(compareDeprecations(merged, merged)).toEqual({ opened: [], closed: [] });
        plan = merged;
      }
    }),
  );
});
