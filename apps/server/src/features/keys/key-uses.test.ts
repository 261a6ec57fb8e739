import type { ApiKeyId, OrganizationId } from "@lintel/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { quiet } from "../../testing/quiet-log.js";
import { KeyUses } from "./key-uses.js";
import type { KeyUse } from "./store.js";

const keyId: ApiKeyId = "key_a";
const organizationId: OrganizationId = "org_a";

let written: KeyUse[][];
let fails: boolean;
let uses: KeyUses;
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  written = [];
  fails = false;
  uses = new KeyUses(async (batch) => {
    if (fails) throw new Error("The database is away.");
    written.push(batch);
  }, quiet);
});
afterEach(() => {
  vi.useRealTimers();
});

test("the first use is written within a second, and all later ones at most once a minute", async () => {
  uses.record(keyId, organizationId, 7);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(written).toEqual([[{ keyId, organizationId, at: new Date(1_000_000), modelRevisionSeen: 7 }]]);
  for (let second = 0; second < 180; second++) {
    uses.record(keyId, organizationId);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(written.length).toBeGreaterThanOrEqual(3);
  expect(written.length).toBeLessThanOrEqual(4);
  expect(written.at(-1)?.[0]?.modelRevisionSeen).toBe(7);
});

test("a key that is not used any more is forgotten, and the clock stops", async () => {
  uses.record(keyId, organizationId);
  await vi.advanceTimersByTimeAsync(180_000);
  expect(written).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});

test("closing writes what is gathered, however lately the last was written", async () => {
  uses.record(keyId, organizationId);
  await vi.advanceTimersByTimeAsync(1_000);
  uses.record(keyId, organizationId, 8);
  await uses.close();
  expect(written).toHaveLength(2);
  expect(written[1]?.[0]).toMatchObject({ modelRevisionSeen: 8, at: new Date(1_001_000) });
  uses.record(keyId, organizationId);
  expect(vi.getTimerCount()).toBe(0);
});

test("a use that could not be written is written later", async () => {
  fails = true;
  uses.record(keyId, organizationId, 3);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(written).toEqual([]);
  fails = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(written).toEqual([[{ keyId, organizationId, at: new Date(1_000_000), modelRevisionSeen: 3 }]]);
});
