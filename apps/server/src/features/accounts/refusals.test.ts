import { afterAll, beforeAll, expect, test } from "vitest";
import { createPeopleServer, type PeopleServer } from "../../testing/people-server.js";

let server: PeopleServer;
beforeAll(async () => {
  server = await createPeopleServer();
});
afterAll(() => server.close());

const password = "correct horse battery";
const signUp = "/api/auth/sign-up/email";
const signIn = "/api/auth/sign-in/email";

test.each([
  ["a short password", { name: "A", email: "a@example.test", password: "short" }, "password"],
  ["no e-mail address", { name: "A", email: "nobody", password }, "email"],
  ["a name with a line break", { name: "A\nB", email: "a@example.test", password }, "name"],
  ["a name with NUL", { name: "A\0B", email: "a@example.test", password }, "name"],
  ["trust 10: an object for the password", { name: "A", email: "a@example.test", password: {} }, "password"],
])("a sign-up with %s names the field", async (_, body, path) => {
  const answer = await server.anonymous().call("POST", signUp, body);
  expect(answer).toMatchObject({ status: 400, body: { code: "BAD_REQUEST", data: { issues: [{ path }] } } });
});

test.each([
  ["malformed JSON", "POST", signIn, "{", {}, 400, "BAD_REQUEST"],
  [
    "a form",
    "POST",
    signIn,
    "a=b",
    { "content-type": "application/x-www-form-urlencoded" },
    415,
    "UNSUPPORTED_MEDIA_TYPE",
  ],
  [
    "a large body",
    "POST",
    signIn,
    JSON.stringify({ email: "x".repeat(20_000) }),
    {},
    413,
    "PAYLOAD_TOO_LARGE",
  ],
  ["a wrong method", "DELETE", signIn, undefined, {}, 405, "METHOD_NOT_SUPPORTED"],
  ["a part of the library that is not served", "POST", "/api/auth/update-user", "{}", {}, 404, "NOT_FOUND"],
  ["the library's error page", "GET", "/api/auth/error", undefined, {}, 404, "NOT_FOUND"],
  ["a name of Object.prototype", "GET", "/api/auth/constructor", undefined, {}, 404, "NOT_FOUND"],
] as const)(
  "%s is answered in the documented error body",
  async (_, method, path, body, headers, status, code) => {
    const answer = await server.anonymous().call(method, path, body, headers);
    expect(answer).toMatchObject({ status, body: { defined: true, code, status } });
    expect(answer.headers.get("x-request-id")).toBeTruthy();
    if (status === 405) expect(answer.headers.get("allow")).toBe("POST");
  },
);
