import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { openDatabase } from "../../db/database.js";
import { openPool } from "../../db/open-pool.js";
import { createDispatcher } from "../../http/dispatch.js";
import { listen } from "../../http/listener.js";
import { RouteTable } from "../../http/route-table.js";
import { createPeopleServer, testOrigin } from "../../testing/people-server.js";
import { quiet } from "../../testing/quiet-log.js";
import { createAccounts } from "./create-accounts.js";

test("accounts call no outside host", async () => {
  const peers: (string | undefined)[] = [];
  const note = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    socket.once("connect", () => peers.push(socket.remoteAddress));
    socket.once("lookup", (_error, address) => peers.push(address));
  };
  subscribe("net.client.socket", note);
  const server = await createPeopleServer();
  try {
    const person = await server.person("Quiet Quinn");
    await person.call("POST", "/api/auth/request-password-reset", { email: person.email });
    await person.call("POST", "/api/auth/sign-out", {});
  } finally {
    await server.close();
    unsubscribe("net.client.socket", note);
  }
  expect(peers.length).toBeGreaterThan(0);
  // A socket in the file system has no address.
  for (const peer of peers) expect(["127.0.0.1", "::1", undefined]).toContain(peer);
});

test("trust 40: without its database a sign-in answers 503 in the documented body", async () => {
  const pool = openPool({ connectionString: "postgres://nobody@127.0.0.1:1/nothing", log: quiet });
  const database = openDatabase(pool);
  const mail = { send: () => {}, close: async () => {} };
  const accounts = createAccounts({ database, origin: testOrigin, secret: "s".repeat(64), mail, log: quiet });
  const routes = new RouteTable([
    { method: "*", path: "/api/auth/{+rest}", handle: ({ req, res }) => accounts.handler(req, res) },
  ]);
  const onRequest = createDispatcher({ routes, log: quiet, observe: () => {} });
  const listener = await listen({ host: "127.0.0.1", port: 0, onRequest });
  try {
    const answer = await fetch(`http://127.0.0.1:${listener.port}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "ada@example.test", password: "correct horse battery" }),
    });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ defined: true, code: "SERVICE_UNAVAILABLE" });
  } finally {
    await listener.close(1_000);
    await pool.end();
  }
});
