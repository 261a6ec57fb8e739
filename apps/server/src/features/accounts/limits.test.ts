import { afterAll, beforeAll, expect, test } from "vitest";
import { createPeopleServer, type PeopleServer } from "../../testing/people-server.js";
import { authRoutes } from "./auth-routes.js";

let server: PeopleServer;
beforeAll(async () => {
  server = await createPeopleServer({ rateLimit: true });
});
afterAll(() => server.close());

test("trust 18: too many attempts from one address are refused, whatever address they claim", async () => {
  const { perMinute } = authRoutes["POST /request-password-reset"];
  const attempt = (index: number) =>
    server
      .anonymous()
      .call(
        "POST",
        "/api/auth/request-password-reset",
        { email: `limit.${index}@example.test` },
        { "x-forwarded-for": `203.0.113.${index}`, "x-lintel-client-address": `203.0.113.${index}` },
      );
  const answers = await Promise.all(Array.from({ length: perMinute + 2 }, (_, index) => attempt(index)));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(perMinute).fill(200), 429, 429]);
  const refused = answers.find(({ status }) => status === 429)!;
  expect(refused.body).toMatchObject({ defined: true, code: "RATE_LIMITED" });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
});
