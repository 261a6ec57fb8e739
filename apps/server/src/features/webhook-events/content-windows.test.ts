import { webhookEvents as catalogue, mostWebhookBodyBytes, type WebhookEventData } from "@lintel/contract";
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openDatabase } from "../../db/database.js";
import { openPool } from "../../db/open-pool.js";
import { contentChanges, webhookEvents } from "../../db/schema/index.js";
import { dieAfter } from "../../testing/die-after.js";
import { listenFor } from "../../testing/listen-for.js";
import { quiet } from "../../testing/quiet-log.js";
import { waitUntil } from "../../testing/wait-until.js";
import { createWorkspace, type Workspace } from "../../testing/workspace.js";
import { deleteField } from "../model/delete-field.js";
import { closeWindow } from "./close-window.js";
import { watchContentWindows } from "./content-windows.js";

let workspace: Workspace;
const hour = 3_600_000;

beforeAll(async () => {
  workspace = await createWorkspace();
  await listenFor(workspace.database, workspace.organizationId, ["content.changed"]);
  await workspace.createType({
    name: "Posts",
    kind: "collection",
    fields: [
      { name: "Intro", type: "text" },
      { name: "Lead", type: "text" },
    ],
  });
});
afterAll(() => workspace.close());
beforeEach(async () => {
  await workspace.database.delete(contentChanges);
  await workspace.database.delete(webhookEvents);
});

const close = (milliseconds = 0, organizationId = workspace.organizationId) =>
  closeWindow(workspace.database, workspace.signals, organizationId, milliseconds);

const told = async (organizationId = workspace.organizationId) => {
  const rows = await workspace.database
    .select()
    .from(webhookEvents)
    .where(eq(webhookEvents.type, "content.changed"))
    .orderBy(asc(webhookEvents.id));
  return rows
    .filter((row) => row.organizationId === organizationId)
    .map((row) => catalogue["content.changed"].data.strict().parse(row.data));
};

const waiting = () => workspace.database.$count(contentChanges);

test("a window stays open for its time, and then one event tells what changed in it", async () => {
  const beam = await workspace.create("posts", "A beam");
  const door = await workspace.create("posts", "A door");
  expect(await close(hour)).toMatchObject({ state: "open", milliseconds: expect.any(Number) });
  expect(await told()).toEqual([]);

  expect(await close()).toEqual({ state: "closed" });
  const [event, ...more] = await told();
  expect(more).toEqual([]);
  expect(event).toMatchObject({
    model: false,
    related: false,
    types: [{ slug: "posts", created: 2, updated: 0, deleted: 0 }],
    entries: [
      { id: door.id, type: "posts", slug: "a-door", change: "created" },
      { id: beam.id, type: "posts", slug: "a-beam", change: "created" },
    ],
    truncated: false,
  });
  expect(Date.parse(event!.to)).toBeGreaterThanOrEqual(Date.parse(event!.from));
  expect(await waiting()).toBe(0);
  expect(await close()).toEqual({ state: "none" });
});

test("an entry stands in it once, with what became of it all in all", async () => {
  const [kept, moved, made, gone] = await workspace.write(
    ...["Kept", "Moved", "Made", "Gone"].map((title) => ({ do: "create" as const, type: "posts", title })),
  );
  await workspace.database.delete(contentChanges);
  await workspace.write({ do: "update", entry: moved!.id, version: 1, slug: "moved-once" });
  await workspace.write(
    { do: "update", entry: moved!.id, version: 2, slug: "moved-twice" },
    { do: "update", entry: moved!.id, version: 3, title: "Moved twice" },
    { do: "update", entry: kept!.id, version: 1, slug: "away" },
    { do: "update", entry: kept!.id, version: 2, slug: "kept" },
  );
  const fresh = await workspace.create("posts", "Fresh");
  await workspace.write(
    { do: "update", entry: fresh.id, version: 1, slug: "fresher" },
    { do: "delete", entry: made!.id, version: 1 },
    { do: "update", entry: gone!.id, version: 1, title: "Going" },
    { do: "delete", entry: gone!.id, version: 2 },
  );
  await close();
  const [event] = await told();
  expect(event?.types).toEqual([{ slug: "posts", created: 1, updated: 2, deleted: 2 }]);
  expect(event?.entries).toEqual([
    { id: gone!.id, type: "posts", slug: "gone", change: "deleted" },
    { id: made!.id, type: "posts", slug: "made", change: "deleted" },
    { id: fresh.id, type: "posts", slug: "fresher", change: "created" },
    { id: kept!.id, type: "posts", slug: "kept", change: "updated" },
    { id: moved!.id, type: "posts", slug: "moved-twice", previousSlug: "moved", change: "updated" },
  ]);
});

test("a change of the model is one of the content", async () => {
  await deleteField(
    workspace.runChange,
    workspace.organizationId,
    workspace.owner,
    "posts",
    "lead",
    undefined,
  );
  await close();
  expect(await told()).toMatchObject([{ model: true, types: [], entries: [], truncated: false }]);
});

test("more entries than one event names, or one body holds, are counted and said to be missing", async () => {
  for (let batch = 0; batch < 6; batch += 1) {
    await workspace.write(
      ...Array.from({ length: 100 }, (_, n) => ({
        do: "create" as const,
        type: "posts",
        title: `Many ${batch} ${n}`,
        slug: `${"ж".repeat(100)}-${batch}-${n}`,
      })),
    );
  }
  await close();
  const [event] = await told();
  expect(event).toMatchObject({ truncated: true, types: [{ created: 600 }] });
  expect(event!.entries.length).toBeGreaterThan(50);
  expect(event!.entries[0]!.slug).toMatch(/-5-99$/);
  expect(bodyBytes(event!)).toBeLessThanOrEqual(mostWebhookBodyBytes);
});

const bodyBytes = (data: WebhookEventData<"content.changed">) =>
  Buffer.byteLength(JSON.stringify({ type: "content.changed", timestamp: new Date().toISOString(), data }));

test("of several processes that close a window at once, one writes its event", async () => {
  const pools = await Promise.all(
    Array.from({ length: 6 }, () => openPool({ connectionString: workspace.databaseUrl, log: quiet })),
  );
  for (let round = 0; round < 10; round += 1) {
    const { id } = await workspace.create("posts", `Round ${round}`);
    await Promise.all(
      pools.map((pool) => closeWindow(openDatabase(pool), workspace.signals, workspace.organizationId, 0)),
    );
    const events = await told();
    expect(events).toHaveLength(round + 1);
    expect(events.at(-1)?.entries.map((entry) => entry.id)).toEqual([id]);
  }
  await Promise.all(pools.map((pool) => pool.end()));
});

test("while others write, every change is told by exactly one event", async () => {
  let writing = true;
  const closing = (async () => {
    while (writing) await close();
  })();
  const created: string[] = [];
  await Promise.all(
    Array.from({ length: 4 }, async (_, writer) => {
      for (let n = 0; n < 25; n += 1)
        created.push((await workspace.create("posts", `Writer ${writer} entry ${n}`)).id);
    }),
  );
  writing = false;
  await closing;
  await close();
  const named = (await told()).flatMap((event) => event.entries.map((entry) => entry.id));
  expect(named.sort()).toEqual(created.sort());
});

test("the watch closes the windows of every organization when they are over, and wakes the deliveries", async () => {
  const woken: string[] = [];
  const unsubscribe = workspace.signals.subscribe((signal) => {
    if (signal !== "missed" && signal.events) woken.push(signal.organizationId);
  });
  const watch = watchContentWindows({ ...workspace, log: quiet }, 50);
  await workspace.create("posts", "First");
  await waitUntil(async () => (await told()).length === 1);
  await workspace.create("posts", "Second");
  await waitUntil(async () => (await told()).length === 2);
  expect(woken).toContain(workspace.organizationId);
  await watch.stop();
  unsubscribe();
});

test("a window that a killed process left behind is closed by the next", async () => {
  await workspace.create("posts", "Left behind");
  const watch = watchContentWindows({ ...workspace, log: quiet }, 1);
  await waitUntil(async () => (await told()).length === 1);
  await watch.stop();
});

test("trust 33: a process that dies while it closes a window either told of it or left it for the next", async () => {
  for (let step = 1, died = true; died; step += 1) {
    const { id } = await workspace.create("posts", `Step ${step}`);
    const pool = openPool({ connectionString: workspace.databaseUrl, log: quiet });
    const dying = openDatabase(pool);
    died = await dieAfter(step, pool, () =>
      closeWindow(dying, workspace.signals, workspace.organizationId, 0),
    );
    await pool.end();
    expect((await told()).length + (await waiting())).toBe(step);
    await close();
    expect((await told()).at(-1)?.entries.map((entry) => entry.id)).toEqual([id]);
    expect(await told()).toHaveLength(step);
  }
});
