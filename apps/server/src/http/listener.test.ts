import { once } from "node:events";
import { connect } from "node:net";
import { errorBodySchema } from "@lintel/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bodyOf, expectDocumented } from "../testing/expect-documented.js";
import { quiet } from "../testing/quiet-log.js";
import { rawRequest } from "../testing/raw-request.js";
import { sendJson } from "./answer.js";
import { createDispatcher } from "./dispatch.js";
import { type Listener, listen } from "./listener.js";
import { readJson } from "./read-json.js";
import { type Route, RouteTable } from "./route-table.js";

const routes: Route[] = [
  { method: "GET", path: "/thing", handle: (exchange) => sendJson(exchange, 200, { thing: true }) },
  {
    method: "POST",
    path: "/thing",
    handle: async (exchange) => sendJson(exchange, 200, { got: await readJson(exchange) }),
  },
  {
    method: "GET",
    path: "/broken",
    handle: async () => {
      throw new Error("password=hunter2");
    },
  },
  { method: "GET", path: "/named/{name}", handle: (exchange, params) => sendJson(exchange, 200, params) },
];

let listener: Listener;
let base: string;

beforeAll(async () => {
  const onRequest = createDispatcher({ routes: new RouteTable(routes), log: quiet, observe: () => {} });
  const limits = { headersMilliseconds: 400, checkMilliseconds: 100, idleMilliseconds: 2_000 };
  listener = await listen({ host: "127.0.0.1", port: 0, onRequest, limits });
  base = `http://127.0.0.1:${listener.port}`;
});
afterAll(() => listener.close(1_000));

test.each([
  ["a bad request line", "GARBAGE\r\n\r\n", 400, "BAD_REQUEST"],
  ["a bad header", "GET /thing HTTP/1.1\r\nhost: a\r\nbad header: x\r\n\r\n", 400, "BAD_REQUEST"],
  ["two hosts", "GET /thing HTTP/1.1\r\nhost: a\r\nHost: b\r\nconnection: close\r\n\r\n", 400, "BAD_REQUEST"],
  ["no host", "GET /thing HTTP/1.1\r\nconnection: close\r\n\r\n", 400, "BAD_REQUEST"],
  [
    "two lengths",
    "POST /thing HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}",
    400,
    "BAD_REQUEST",
  ],
  [
    "a length and chunks, with which requests are smuggled",
    "POST /thing HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    400,
    "BAD_REQUEST",
  ],
  [
    "headers past 16 KiB",
    `GET /thing HTTP/1.1\r\nhost: a\r\nx: ${"y".repeat(20_000)}\r\n\r\n`,
    431,
    "HEADERS_TOO_LARGE",
  ],
  ["CONNECT", "CONNECT example.org:443 HTTP/1.1\r\nhost: a\r\n\r\n", 405, "METHOD_NOT_SUPPORTED"],
  [
    "raw UTF-8 in the path",
    "GET /n\u00c3\u00a9 HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n",
    400,
    "BAD_REQUEST",
  ],
  [
    "broken chunks",
    "POST /thing HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
    400,
    "BAD_REQUEST",
  ],
])("%s is answered in the documented body", async (_, text, status, code) => {
  expectDocumented(await rawRequest(listener.port, Buffer.from(text, "latin1")), status, code);
});

test("headers that never end are answered with a time-out", async () => {
  expectDocumented(
    await rawRequest(listener.port, "GET /thing HTTP/1.1\r\nhost: a\r\n"),
    408,
    "REQUEST_TIMEOUT",
  );
});

test("trust 17: five hundred slow connections are timed out while others are served", async () => {
  const sockets = Array.from({ length: 500 }, () => connect(listener.port, "127.0.0.1"));
  const closed = sockets.map((socket) => {
    socket.on("error", () => {}).resume();
    socket.write("GET /thing HTTP/1.1\r\nhost: a\r\nx-slow: ");
    return once(socket, "close");
  });
  await Promise.all(sockets.map((socket) => socket.readyState === "open" || once(socket, "connect")));
  expect((await fetch(`${base}/thing`)).status).toBe(200);
  await Promise.all(closed);
});

test("a connection that sends nothing at all is closed", async () => {
  await rawRequest(listener.port, "");
});

test.each([
  ["/thing?a=%zz", "%zz"],
  ["/named/%E0%A4", "UTF-8"],
  ["/named/%ed%a0%80", "UTF-8"],
  ["/named/a%00b", "NUL"],
  ["/thing?q=%00", "NUL"],
  ["/nowhere/%", "%"],
])("the wrong percent-encoding of %s is a 400 that shows it", async (path, shown) => {
  const response = await fetch(base + path);
  expect(response.status).toBe(400);
  const body = errorBodySchema.parse(await response.json());
  expect(body.code).toBe("BAD_REQUEST");
  expect(body.message).toContain(shown);
});

test("a target in absolute form is served by its path", async () => {
  const answer = await rawRequest(
    listener.port,
    "GET http://elsewhere/named/x HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n",
  );
  expect(bodyOf(answer)).toEqual({ name: "x" });
});

test("an unknown path is a 404, and a wrong method a 405 with the right ones", async () => {
  const nowhere = await fetch(`${base}/nowhere`);
  expect([nowhere.status, errorBodySchema.parse(await nowhere.json()).code]).toEqual([404, "NOT_FOUND"]);
  const wrong = await fetch(`${base}/thing`, { method: "DELETE" });
  expect(wrong.headers.get("allow")).toBe("GET, HEAD, POST, OPTIONS");
  expect([wrong.status, errorBodySchema.parse(await wrong.json()).code]).toEqual([
    405,
    "METHOD_NOT_SUPPORTED",
  ]);
});

test("HEAD has the headers of GET and no body, also where there is an error", async () => {
  for (const path of ["/thing", "/nowhere", "/broken"]) {
    const [get, head] = await Promise.all([fetch(base + path), fetch(base + path, { method: "HEAD" })]);
    // The client asks for HEAD on a connection of its own, so what is said of the connection differs.
    const names = (response: Response) =>
      [...response.headers.keys()].filter((name) => !["connection", "keep-alive"].includes(name)).sort();
    expect(head.status).toBe(get.status);
    expect(names(head)).toEqual(names(get));
    expect(head.headers.get("content-length")).toBe(get.headers.get("content-length"));
    expect(await head.text()).toBe("");
  }
});

test("OPTIONS says what a path supports and allows no other origin", async () => {
  const response = await fetch(`${base}/thing`, {
    method: "OPTIONS",
    headers: { origin: "https://evil.example", "access-control-request-method": "POST" },
  });
  expect([response.status, response.headers.get("allow")]).toEqual([200, "GET, HEAD, POST, OPTIONS"]);
  expect([...response.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
});

test("an exception is a 500 that tells nothing but the request id", async () => {
  const response = await fetch(`${base}/broken`);
  const text = await response.text();
  expect(response.status).toBe(500);
  expect(errorBodySchema.parse(JSON.parse(text))).toMatchObject({
    defined: true,
    code: "INTERNAL_SERVER_ERROR",
  });
  expect(text).not.toContain("hunter2");
});

test("a request id is ours: the one a client sends is not taken over", async () => {
  const response = await fetch(`${base}/thing`, { headers: { "x-request-id": "mine" } });
  expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});

test("closing lets a running answer end and then the connection", async () => {
  let finish = (): void => {};
  const waiting = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let started = (): void => {};
  const running = new Promise<void>((resolve) => {
    started = resolve;
  });
  const slow: Route = {
    method: "GET",
    path: "/",
    handle: async (exchange) => {
      started();
      await waiting;
      sendJson(exchange, 200, {});
    },
  };
  const onRequest = createDispatcher({ routes: new RouteTable([slow]), log: quiet, observe: () => {} });
  const own = await listen({ host: "127.0.0.1", port: 0, onRequest });
  const answer = fetch(`http://127.0.0.1:${own.port}/`);
  await running;
  const closed = own.close(5_000);
  await expect(fetch(`http://127.0.0.1:${own.port}/`)).rejects.toThrow();
  finish();
  expect((await answer).status).toBe(200);
  await closed;
});
