import { webhookEventTypes } from "@lintel/contract";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../db/database.js";
import { newId } from "../../db/new-id.js";
import { openPool } from "../../db/open-pool.js";
import { auditRecords, contentChanges, entries, webhookEvents } from "../../db/schema/index.js";
import { dieAfter } from "../../testing/die-after.js";
import { listenFor } from "../../testing/listen-for.js";
import { quiet } from "../../testing/quiet-log.js";
import { createWorkspace, type Workspace } from "../../testing/workspace.js";
import { writeEntries } from "../entries/write-entries.js";
import { createRunChange } from "./run-change.js";

let workspace: Workspace;

beforeAll(async () => {
  workspace = await createWorkspace();
  await listenFor(workspace.database, workspace.organizationId, webhookEventTypes);
  await workspace.createType({
    name: "Posts",
    kind: "collection",
    fields: [{ name: "Intro", type: "text" }],
  });
});
afterAll(() => workspace.close());

/** What of an entry's creation the database holds. */
async function trace(title: string) {
  const { database } = workspace;
  return {
    entries: await database.$count(entries, eq(entries.title, title)),
    audited: await database.$count(auditRecords, sql`data ->> 'title' = ${title}`),
    events: await database.$count(webhookEvents, sql`data -> 'entry' ->> 'title' = ${title}`),
    toTell: await database.$count(contentChanges, sql`entries -> 0 ->> 'slug' = ${title}`),
  };
}

const whole = { entries: 1, audited: 1, events: 1, toTell: 1 };
const nothing = { entries: 0, audited: 0, events: 0, toTell: 0 };

test("trust 33: wherever a process dies, a change is there with its event, or neither is", async () => {
  const outcomes: object[] = [];
  for (let step = 1, died = true; died; step += 1) {
    const title = `step-${step}`;
    const pool = openPool({ connectionString: workspace.databaseUrl, log: quiet });
    const database = openDatabase(pool);
    const runChange = createRunChange(database, workspace.signals);
    const services = { ...workspace, database, runChange };
    died = await dieAfter(step, pool, () =>
      writeEntries(services, workspace.organizationId, workspace.owner, [
        { do: "create", type: "posts", title },
      ]),
    );
    await pool.end();
    const found = await trace(title);
    expect([whole, nothing]).toContainEqual(found);
    outcomes.push(found);
  }
  // Both are seen: nothing before the commit, all of it when only the answer to the commit was lost.
  expect(outcomes[0]).toEqual(nothing);
  expect(outcomes.at(-2)).toEqual(whole);
  expect(outcomes.length).toBeGreaterThan(8);
});

test("trust 33: a change that is refused at its end leaves no event", async () => {
  const change = workspace.runChange(workspace.organizationId, workspace.owner, "shared", async (change) => {
    const asset = { id: newId("asset"), name: "a.txt", contentType: "text/plain", size: 1 };
    change.event("asset.created", { asset, restored: false });
    throw new Error("Refused");
  });
  await expect(change).rejects.toThrow("Refused");
  expect(await workspace.database.$count(webhookEvents, eq(webhookEvents.type, "asset.created"))).toBe(0);
});
