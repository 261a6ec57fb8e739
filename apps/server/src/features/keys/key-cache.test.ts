import type { ApiKeyId, OrganizationId } from "@lintel/contract";
import { expect, test } from "vitest";
import { KeyCache, type VerifiedKey } from "./key-cache.js";

const key = (organization: string): VerifiedKey => ({
  keyId: `key_${organization}` as ApiKeyId,
  organizationId: `org_${organization}` as OrganizationId,
  name: "web",
});

test("what was read before something was forgotten is not kept: it may be older than the revocation", () => {
  const cache = new KeyCache(() => 0);
  const { moment } = cache;
  cache.forgetOrganization("org_a");
  cache.keep("hash", key("a"), moment);
  expect(cache.get("hash")).toBeUndefined();
  cache.keep("hash", key("a"), cache.moment);
  expect(cache.get("hash")).toEqual(key("a"));
});

test("an organization's signal forgets its keys and every unknown one, and leaves the others", () => {
  const cache = new KeyCache(() => 0);
  cache.keep("of a", key("a"), cache.moment);
  cache.keep("of b", key("b"), cache.moment);
  cache.keep("unknown", null, cache.moment);
  cache.forgetOrganization("org_a");
  expect([cache.get("of a"), cache.get("of b"), cache.get("unknown")]).toEqual([
    undefined,
    key("b"),
    undefined,
  ]);
  cache.forgetAll();
  expect(cache.get("of b")).toBeUndefined();
});

test("an unknown key is remembered for 10 seconds, a known one for 5 minutes", () => {
  let now = 0;
  const cache = new KeyCache(() => now);
  cache.keep("known", key("a"), cache.moment);
  cache.keep("unknown", null, cache.moment);
  now = 9_999;
  expect(cache.get("unknown")).toBeNull();
  now = 10_000;
  expect([cache.get("unknown"), cache.get("known")]).toEqual([undefined, key("a")]);
  now = 300_000;
  expect(cache.get("known")).toBeUndefined();
});

test("unknown keys without end push out neither memory nor the known ones", () => {
  const cache = new KeyCache(() => 0);
  cache.keep("known", key("a"), cache.moment);
  for (let count = 0; count < 30_000; count++) cache.keep(`unknown ${count}`, null, cache.moment);
  expect(cache.get("unknown 0")).toBeUndefined();
  expect(cache.get("unknown 29999")).toBeNull();
  expect(cache.get("known")).toEqual(key("a"));
  for (let count = 0; count < 10_000; count++) cache.keep(`known ${count}`, key("a"), cache.moment);
  expect(cache.get("known")).toBeUndefined();
});
