import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../testing/server.js";

let server: TestServer;
let workspace: Awaited<ReturnType<TestServer["workspace"]>>;

beforeAll(async () => {
  server = await startTestServer();
  workspace = await server.workspace();
});
afterAll(() => server.close());

test("the health check needs no key", async () => {
  const answer = await server.get("/health");
  expect([answer.status, answer.body]).toEqual([200, { status: "ok" }]);
});

test("an organization reads itself with its key", async () => {
  const answer = await server.get("/org", { key: workspace.key });
  expect(answer.body).toMatchObject({ id: workspace.organization, name: "Post & Beam", logo: null });
});
