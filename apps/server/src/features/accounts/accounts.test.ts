import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sessions, users, verifications } from "../../db/schema/index.js";
import { createPeopleServer, type PeopleServer } from "../../testing/people-server.js";
import { purgeExpired } from "./purge-expired.js";

let server: PeopleServer;
beforeAll(async () => {
  server = await createPeopleServer();
});
afterAll(() => server.close());

const password = "correct horse battery";
const signUp = "/api/auth/sign-up/email";
const signIn = "/api/auth/sign-in/email";
const requestReset = "/api/auth/request-password-reset";
const reset = "/api/auth/reset-password";

interface ErrorBody {
  code: string;
  message: string;
  data?: { issues?: { path: string; message: string }[]; reason?: string };
}

interface SignUpBody {
  token: string | null;
  user: Record<string, unknown>;
}

test("a person signs up, signs in, is known by the session, and signs out", async () => {
  const client = server.anonymous();
  const account = { name: "Ada Larsson", email: "Ada@Example.test", password };
  expect((await client.call(...post(signUp, account))).status).toBe(200);
  expect(client.cookie).toBe("");

  const answer = await client.call(...post(signIn, { email: "ada@example.TEST", password }));
  expect(answer.status).toBe(200);
  const [cookie] = answer.headers.getSetCookie();
  expect(cookie).toMatch(/^lintel\.session_token=.+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);

  const me = await client.manage<{ user: { id: string } }>("GET", "/me");
  expect(me.body).toMatchObject({
    user: { name: "Ada Larsson", email: "ada@example.test" },
    memberships: [],
  });
  expect(me.body.user.id).toMatch(/^usr_/);

  expect((await client.call(...post("/api/auth/sign-out", {}))).status).toBe(200);
  expect((await client.manage("GET", "/me")).status).toBe(401);
});

test("over https the cookie is for https alone", async () => {
  const secure = await createPeopleServer({ origin: "https://lintel.test" });
  try {
    const person = await secure.person("Saga Secure");
    expect(person.cookie).toMatch(/^__Secure-lintel\.session_token=/);
    expect((await person.manage("GET", "/me")).status).toBe(200);
  } finally {
    await secure.close();
  }
});

test("trust 4: a sign-up that sets its own id, role or dates sets none of them", async () => {
  const forged = {
    id: "usr_00000000000000000000000000",
    emailVerified: true,
    role: "owner",
    createdAt: "2001-01-01T00:00:00.000Z",
    image: "javascript:alert(1)",
  };
  const email = "forger@example.test";
  await server.anonymous().call(...post(signUp, { name: "Forger", email, password, ...forged }));
  const [row] = await server.database.select().from(users).where(sql`${users.email} = ${email}`);
  expect(row).toMatchObject({ emailVerified: false, image: null });
  expect(row!.id).not.toBe(forged.id);
  expect(row!.createdAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
});

test("trust 20: a sign-out kills the token, also for whoever copied it", async () => {
  const person = await server.person("Copied Cookie");
  const thief = server.anonymous();
  thief.cookie = person.cookie;
  expect((await thief.manage("GET", "/me")).status).toBe(200);
  await person.call(...post("/api/auth/sign-out", {}));
  expect((await thief.manage("GET", "/me")).status).toBe(401);
});

test("trust 20: a password reset ends every session at once", async () => {
  const person = await server.person("Reset Rosa");
  await server.anonymous().call(...post(requestReset, { email: person.email }));
  const token = linkIn(person.email).split("/reset-password/")[1]!;
  const client = server.anonymous();
  expect((await client.call(...post(reset, { token, newPassword: "another long secret" }))).status).toBe(200);
  expect((await person.manage("GET", "/me")).status).toBe(401);

  const old = await client.call(...post(signIn, { email: person.email, password: person.password }));
  expect(old.status).toBe(401);
  const fresh = { email: person.email, password: "another long secret" };
  expect((await client.call(...post(signIn, fresh))).status).toBe(200);

  const again = await client.call<ErrorBody>(...post(reset, { token, newPassword: "a third long secret" }));
  expect(again).toMatchObject({
    status: 400,
    body: { code: "BAD_REQUEST", data: { issues: [{ path: "token" }], reason: "INVALID_TOKEN" } },
  });
});

test("trust 20: a change of the password ends every other session at once", async () => {
  const person = await server.person("Change Carl");
  const other = server.anonymous();
  await other.call(...post(signIn, { email: person.email, password: person.password }));
  const stolen = server.anonymous();
  stolen.cookie = person.cookie;
  const change = {
    currentPassword: person.password,
    newPassword: "brand new secret",
    revokeOtherSessions: false,
  };
  expect((await person.call(...post("/api/auth/change-password", change))).status).toBe(200);
  expect((await other.manage("GET", "/me")).status).toBe(401);
  expect((await stolen.manage("GET", "/me")).status).toBe(401);
  expect((await person.manage("GET", "/me")).status).toBe(200);
});

test("a change of the password with a wrong present one names the field and changes nothing", async () => {
  const person = await server.person("Wrong Wilma");
  const change = { currentPassword: "not the password", newPassword: "brand new secret" };
  const answer = await person.call<ErrorBody>(...post("/api/auth/change-password", change));
  expect(answer.status).toBe(400);
  expect(answer.body.data?.issues).toEqual([
    { path: "currentPassword", message: "This is not the present password." },
  ]);
});

test("the link of a reset is stored as a digest only", async () => {
  const person = await server.person("Digest Dora");
  await server.anonymous().call(...post(requestReset, { email: person.email }));
  const token = linkIn(person.email).split("/reset-password/")[1]!;
  const stored = JSON.stringify(await server.database.select().from(verifications));
  expect(stored).not.toContain(token);
});

test("trust 21: signing up with a known address answers as with a new one, and tells its owner by mail", async () => {
  const known = await server.person("Known Karin");
  const answers = await Promise.all(
    [known.email, "unknown@example.test"].map((email) =>
      server.anonymous().call<SignUpBody>(...post(signUp, { name: "Guess Work", email, password })),
    ),
  );
  const [forKnown, forUnknown] = answers.map(({ status, body }) => ({
    status,
    token: body.token,
    keys: Object.keys(body.user).sort(),
    name: body.user.name,
    idLength: String(body.user.id).length,
    verified: body.user.emailVerified,
  }));
  expect(forKnown).toEqual(forUnknown);
  expect(answers[0]!.body.user.id).not.toBe(known.id);
  expect(mailsTo(known.email).at(-1)?.subject).toBe("You already have an account");
  const entered = await server.anonymous().call(...post(signIn, { email: known.email, password }));
  expect(entered.status).toBe(401);
});

test("trust 21: a wrong password and an unknown address are refused with the same body", async () => {
  const known = await server.person("Known Kurt");
  const [wrong, unknown] = await Promise.all(
    [known.email, "nobody@example.test"].map((email) =>
      server.anonymous().call<ErrorBody>(...post(signIn, { email, password })),
    ),
  );
  expect(wrong!.status).toBe(401);
  expect(wrong!.text).toBe(unknown!.text);
  expect(wrong!.body.message).toBe("No account has this e-mail address and password.");
});

test("trust 21: a reset for an unknown address answers with the same body, and mails nobody", async () => {
  const known = await server.person("Known Kaj");
  const [forKnown, forUnknown] = await Promise.all(
    [known.email, "stranger@example.test"].map((email) =>
      server.anonymous().call(...post(requestReset, { email })),
    ),
  );
  expect(forKnown!.status).toBe(200);
  expect(forKnown!.text).toBe(forUnknown!.text);
  expect(mailsTo("stranger@example.test")).toEqual([]);
});

test.each([
  [signUp, { name: "Time", email: "time@example.test", password }],
  [signIn, { email: "nobody@example.test", password }],
  [requestReset, { email: "nobody@example.test" }],
  [requestReset, { email: "known.time@example.test" }],
])("trust 21: %s answers at steady times, so that they say nothing", async (path, body) => {
  await server.accounts
    .createUser({ name: "Known", email: "known.time@example.test", password })
    .catch(() => {});
  const began = performance.now();
  await server.anonymous().call(...post(path, body));
  expect(performance.now() - began).toBeGreaterThanOrEqual(299);
});

test("a cookie whose signature was altered is no session", async () => {
  const person = await server.person("Altered Alma");
  const forger = server.anonymous();
  const [name, value] = person.cookie.split("=") as [string, string];
  const token = decodeURIComponent(value).split(".")[0];
  for (const forged of [
    `${token}`,
    `${token}.`,
    `${token}.${Buffer.alloc(32).toString("base64")}`,
    "%E0%A4%A",
  ]) {
    forger.cookie = `${name}=${forged}`;
    expect((await forger.manage("GET", "/me")).status, forged).toBe(401);
  }
});

test("a session is over when its time is", async () => {
  const person = await server.person("Expired Ebba");
  await server.database
    .update(sessions)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(sql`${sessions.userId} = ${person.id}`);
  expect((await person.manage("GET", "/me")).status).toBe(401);
});

test("sessions and links that are over are purged, and no others", async () => {
  const [over, on] = await Promise.all([server.person("Over Otto"), server.person("On Olga")]);
  await over.call(...post(requestReset, { email: over.email }));
  const past = { expiresAt: sql`now() - interval '1 second'` };
  await server.database.update(sessions).set(past).where(sql`${sessions.userId} = ${over.id}`);
  await server.database.update(verifications).set(past).where(sql`${verifications.value} = ${over.id}`);
  const purged = await purgeExpired(server.database);
  expect(purged.sessions).toBeGreaterThanOrEqual(1);
  expect(purged.verifications).toBeGreaterThanOrEqual(1);
  const left = await server.database.select().from(sessions);
  expect(left.map(({ userId }) => userId)).not.toContain(over.id);
  expect((await on.manage("GET", "/me")).status).toBe(200);
  expect(await purgeExpired(server.database)).toEqual({ sessions: 0, verifications: 0 });
});

test("an account is made once for an address, whatever its case", async () => {
  const person = await server.person("Only Once");
  const again = { name: "Twice", email: person.email.toUpperCase(), password };
  await expect(server.accounts.createUser(again)).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await server.accounts.findUserByEmail(person.email.toUpperCase())).toMatchObject({ id: person.id });
});

function post(path: string, body: unknown): ["POST", string, unknown] {
  return ["POST", path, body];
}

const mailsTo = (email: string) => server.mails.filter(({ to }) => to === email);

function linkIn(email: string): string {
  return /http\S+/.exec(mailsTo(email).at(-1)?.text ?? "")?.[0] ?? "";
}
