import { afterAll, beforeAll, expect, test } from "vitest";
import { createPeopleServer, type PeopleServer, testOrigin } from "../../testing/people-server.js";

let server: PeopleServer;
beforeAll(async () => {
  server = await createPeopleServer();
});
afterAll(() => server.close());

const password = "correct horse battery";
const signUp = "/api/auth/sign-up/email";
const signIn = "/api/auth/sign-in/email";
const requestReset = "/api/auth/request-password-reset";

interface ErrorBody {
  code: string;
  data?: { issues?: { path: string }[] };
}

const elsewhere = [
  "https://evil.example",
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/%2f%2fevil.example",
  "/%5cevil.example",
  "javascript:alert(1)",
  " /entries",
  "/\tevil",
  `${testOrigin}.evil.example`,
  `${testOrigin}@evil.example`,
  "https://*.lintel.test",
];

test.each(elsewhere)("trust 22: %j is refused wherever an address to return to is taken", async (url) => {
  const attempts = [
    [signUp, { name: "A", email: "callback@example.test", password, callbackURL: url }],
    [signIn, { email: "callback@example.test", password, callbackURL: url }],
    [requestReset, { email: "callback@example.test", redirectTo: url }],
    ["/api/auth/sign-out", { callbackURL: url }],
  ] as const;
  for (const [path, body] of attempts) {
    const answer = await server.anonymous().call<ErrorBody>("POST", path, body);
    expect(answer.status, path).toBe(400);
    expect(answer.body.data?.issues?.[0]?.path, path).toMatch(/^(callbackURL|redirectTo)$/);
  }
});

test("trust 22: a path of ours is taken, and the mailed link leads to the configured origin whatever Host says", async () => {
  const person = await server.person("Linked Lena");
  const headers = { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" };
  const body = { email: person.email, redirectTo: "/reset-password" };
  expect((await server.anonymous().call("POST", requestReset, body, headers)).status).toBe(200);
  const mail = server.mails.find(({ to }) => to === person.email);
  expect(/http\S+/.exec(mail?.text ?? "")?.[0]).toMatch(/^http:\/\/lintel\.test\/reset-password\/[\w-]+$/);
});

test.each([
  ["another site's form", { origin: "https://evil.example", "content-type": "text/plain" }],
  ["a page without an origin", { origin: "null" }],
  ["a look-alike origin", { origin: `${testOrigin}.evil.example` }],
])("trust 24: a post from %s with a session is refused and changes nothing", async (_, headers) => {
  const person = await server.person(`Posted ${Math.random()}`);
  const body = { name: "Evil" };
  const attempts = [
    ["POST", "/api/auth/sign-out"],
    ["PATCH", "/api/studio/v1/me"],
    ["POST", "/api/studio/v1/organizations"],
  ] as const;
  for (const [method, path] of attempts) {
    const answer = await person.call<ErrorBody>(method, path, body, headers);
    expect(answer, path).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
  }
  const me = await person.manage("GET", "/me");
  expect(me.body).toMatchObject({ user: { name: person.name }, memberships: [] });
});

test("trust 24: another site cannot sign a browser in as somebody else", async () => {
  const person = await server.person("Login Csrf");
  const { email, password } = person;
  const headers = { origin: "https://evil.example" };
  const answer = await server.anonymous().call("POST", signIn, { email, password }, headers);
  expect(answer.status).toBe(403);
  expect(answer.headers.getSetCookie()).toEqual([]);
});
