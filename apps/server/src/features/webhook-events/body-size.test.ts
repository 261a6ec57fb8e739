import { webhookEvents as catalogue, mostWebhookBodyBytes, webhookEventTypes } from "@lintel/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { webhookEvents } from "../../db/schema/index.js";
import { listenFor } from "../../testing/listen-for.js";
import { createWorkspace, type Workspace } from "../../testing/workspace.js";

let workspace: Workspace;
beforeAll(async () => {
  workspace = await createWorkspace();
  await listenFor(workspace.database, workspace.organizationId, webhookEventTypes);
});
afterAll(() => workspace.close());

const widest = "\u{1D5AE}".repeat(250);
const longKey = (n: number) => `${"k".repeat(57)}_${String(n).padStart(5, "0")}`;

test("the largest changes that people can make fit into the body of their events", async () => {
  const slug = "s".repeat(63);
  const fields = Array.from({ length: 200 }, (_, n) => ({
    name: "字".repeat(100),
    key: longKey(n),
    type: "text" as const,
  }));
  await workspace.createType({ name: "Wide", slug, kind: "collection", fields });
  const values = (value: string) => Object.fromEntries(fields.map(({ key }) => [key, value]));
  const entry = await workspace.create(slug, widest, values("a"));
  await workspace.write({
    do: "update",
    entry: entry.id,
    version: 1,
    title: `${widest.slice(2)}"'`,
    slug: "字".repeat(200),
    fields: values("b"),
  });
  await workspace.write({ do: "delete", entry: entry.id, version: 2 });

  const rows = await workspace.database.select().from(webhookEvents);
  expect(new Set(rows.map(({ type }) => type))).toEqual(
    new Set(["model.changed", "entry.created", "entry.updated", "entry.deleted"]),
  );
  for (const { type, at, data } of rows) {
    expect(catalogue[type].data.strict().parse(data)).toEqual(data);
    const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
    expect(Buffer.byteLength(body), type).toBeLessThanOrEqual(mostWebhookBodyBytes);
  }
});
