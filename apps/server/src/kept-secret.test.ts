import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keptSecret } from "./kept-secret.js";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lintel-secret-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("the secret is made once, for its owner's eyes only", async () => {
  const data = join(folder, "data");
  const secret = await keptSecret(data);
  expect(secret).toHaveLength(43);
  expect((await stat(join(data, "secret"))).mode & 0o777).toBe(0o600);
  expect(await keptSecret(data)).toBe(secret);
});

test("processes that start together agree on one secret", async () => {
  const secrets = await Promise.all(Array.from({ length: 8 }, () => keptSecret(folder)));
  expect(new Set(secrets).size).toBe(1);
});

test("a cut secret is refused, because a new one in its place would sign everyone out unseen", async () => {
  await writeFile(join(folder, "secret"), "short");
  await expect(keptSecret(folder)).rejects.toThrow("is 5 characters long");
});
