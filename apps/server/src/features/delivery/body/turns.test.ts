import type { OrganizationId } from "@lintel/contract";
import { expect, test } from "vitest";
import { Turns } from "./turns.js";

const a: OrganizationId = "org_a";
const b: OrganizationId = "org_b";

/** Builds that end when they are told to, and the order in which they began. */
function builds(turns: Turns) {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const start = (organizationId: OrganizationId, name: string): Promise<void> =>
    turns.run(organizationId, () => {
      begun.push(name);
      return new Promise<void>((resolve, reject) =>
        ends.set(name, (error) => (error ? reject(error) : resolve())),
      );
    });
  const end = async (name: string, error?: Error): Promise<void> => {
    ends.get(name)?.(error);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, start, end };
}

test("no more builds run at once than there are places", async () => {
  const { begun, start, end } = builds(new Turns(2));
  const all = ["1", "2", "3"].map((name) => start(a, name));
  expect(begun).toEqual(["1", "2"]);
  await end("2");
  expect(begun).toEqual(["1", "2", "3"]);
  await end("1");
  await end("3");
  await Promise.all(all);
});

test("trust 19: the queue of one organization keeps another's build waiting for one build at most", async () => {
  const { begun, start, end } = builds(new Turns(1));
  const all = ["a1", "a2", "a3", "a4"].map((name) => start(a, name));
  all.push(start(b, "b1"));
  await end("a1");
  await end("a2");
  expect(begun).toEqual(["a1", "a2", "b1"]);
  await end("b1");
  await end("a3");
  await end("a4");
  await Promise.all(all);
  expect(begun).toEqual(["a1", "a2", "b1", "a3", "a4"]);
});

test("a build that fails gives its place to the next", async () => {
  const { begun, start, end } = builds(new Turns(1));
  const failing = start(a, "1");
  const next = start(a, "2");
  const failed = expect(failing).rejects.toThrow("no database");
  await end("1", new Error("no database"));
  await failed;
  expect(begun).toEqual(["1", "2"]);
  await end("2");
  await next;
  const late = start(a, "3");
  expect(begun).toEqual(["1", "2", "3"]);
  await end("3");
  await late;
});
