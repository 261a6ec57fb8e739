import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { errorBodySchema } from "@lintel/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectDocumented } from "../testing/expect-documented.js";
import { quiet } from "../testing/quiet-log.js";
import { rawRequest } from "../testing/raw-request.js";
import { sendJson } from "./answer.js";
import { createDispatcher } from "./dispatch.js";
import { type Listener, listen } from "./listener.js";
import { readJson } from "./read-json.js";
import { type Route, RouteTable } from "./route-table.js";

const routes: Route[] = [
  {
    method: "POST",
    path: "/thing",
    handle: async (exchange) => sendJson(exchange, 200, { got: await readJson(exchange) }),
  },
  {
    method: "POST",
    path: "/hasty",
    handle: async (exchange) => sendJson(exchange, 200, await readJson(exchange, 100)),
  },
];

let listener: Listener;
let base: string;

beforeAll(async () => {
  const onRequest = createDispatcher({ routes: new RouteTable(routes), log: quiet, observe: () => {} });
  listener = await listen({ host: "127.0.0.1", port: 0, onRequest });
  base = `http://127.0.0.1:${listener.port}`;
});
afterAll(() => listener.close(1_000));

const post = (body: string | Buffer, headers: Record<string, string> = {}) =>
  fetch(`${base}/thing`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
  });

test.each([
  ["text/plain", "{}"],
  ["application/x-www-form-urlencoded", "a=1"],
  ["application/jsonp", "{}"],
  ["application/json; charset=latin1", "{}"],
])("a body as %s is a 415", async (type, body) => {
  const response = await post(body, { "content-type": type });
  expect([response.status, errorBodySchema.parse(await response.json()).code]).toEqual([
    415,
    "UNSUPPORTED_MEDIA_TYPE",
  ]);
});

test("a compressed body is a 415", async () => {
  expect((await post("{}", { "content-encoding": "gzip" })).status).toBe(415);
});

test.each(["application/json", "application/json; charset=utf-8", 'Application/JSON;charset="UTF-8"'])(
  "a body as %s is read",
  async (type) => {
    const response = await post('{"a":["é"]}', { "content-type": type });
    expect(await response.json()).toEqual({ got: { a: ["é"] } });
  },
);

test("malformed JSON is a 400 that says where", async () => {
  const response = await post('{\n  "a": x\n}');
  expect(response.status).toBe(400);
  const { message, data } = errorBodySchema.parse(await response.json());
  expect(message).toBe('The body is not valid JSON: at line 2, column 8, "x" stands where a value is due.');
  expect(data).toEqual({ issues: [{ path: "", message }] });
});

test.each([
  ["10,000 levels", "[".repeat(10_000) + "]".repeat(10_000), "deeper than 256"],
  ["bad UTF-8", Buffer.from([0x22, 0xff, 0x22]), "UTF-8"],
  ["a NUL", '{"a":"\\u0000"}', "NUL"],
  ["half a surrogate pair", '{"a":"\\ud800"}', "surrogate"],
  ["a number past 2^53", '{"a":9007199254740993}', "9007199254740991"],
])("trust 12: %s in JSON is a 400", async (_, body, part) => {
  const response = await post(body);
  expect(response.status).toBe(400);
  expect(errorBodySchema.parse(await response.json()).message).toContain(part);
});

test("trust 12: the worst megabyte of JSON keeps the event loop waiting for less than 100 ms", async () => {
  const worst = [
    "[".repeat(1024 * 1024),
    `[${"0,".repeat(512 * 1024 - 2)}0]`,
    `{"a":"${"\\n".repeat(512 * 1024 - 8)}"}`,
    `[${'"",'.repeat(340_000)}x]`,
    `{${'"":0,'.repeat(200_000)}"":0}`,
  ];
  // In time of the processor, so that a machine busy with something else does not count.
  const spent = () => process.cpuUsage().user / 1_000;
  for (const body of worst) {
    let longest = 0;
    let last = spent();
    const timer = setInterval(() => {
      longest = Math.max(longest, spent() - last);
      last = spent();
    }, 1);
    await (await post(body)).arrayBuffer();
    clearInterval(timer);
    expect(longest, `${body.slice(0, 10)}…`).toBeLessThan(100);
  }
});

test("a body past 1 MiB is a 413 and nothing of it is awaited", async () => {
  const answer = await rawRequest(
    listener.port,
    "POST /thing HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 1048577\r\n\r\n{",
  );
  expectDocumented(answer, 413, "PAYLOAD_TOO_LARGE");
});

test("trust 17: an endless chunked body is a 413 with flat memory", async () => {
  const before = process.memoryUsage().rss;
  let sent = 0;
  const chunk = Buffer.alloc(64 * 1024, " ");
  const answer = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const outgoing = request(`${base}/thing`, {
      method: "POST",
      agent: new Agent(),
      headers: { "content-type": "application/json", "transfer-encoding": "chunked" },
    });
    let over = false;
    outgoing.on("error", (error) => over || reject(error));
    outgoing.on("response", (response) => {
      over = true;
      let text = "";
      response.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      response.on("end", () => resolve({ status: response.statusCode, text }));
    });
    const send = (): void => {
      while (!over && sent < 256 * 1024 * 1024) {
        sent += chunk.length;
        if (!outgoing.write(chunk)) {
          outgoing.once("drain", send);
          return;
        }
      }
      outgoing.destroy();
    };
    send();
  });
  expect(answer.status).toBe(413);
  expect(errorBodySchema.parse(JSON.parse(answer.text)).code).toBe("PAYLOAD_TOO_LARGE");
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
});

test("a client that waits for 100-continue is told to go on, or why not", async () => {
  const head = (type: string, length: number) =>
    `POST /thing HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\nexpect: 100-continue\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n`;
  const socket = connect(listener.port, "127.0.0.1");
  socket.setEncoding("latin1").write(head("application/json", 2));
  const [first] = await once(socket, "data");
  expect(first).toBe("HTTP/1.1 100 Continue\r\n\r\n");
  socket.write("{}");
  const [second] = await once(socket, "data");
  expect(second).toContain('{"got":{}}');
  const refused = await rawRequest(listener.port, head("text/plain", 2));
  expectDocumented(refused, 415, "UNSUPPORTED_MEDIA_TYPE");
});

test("trust 17: a body that drips is answered with a time-out", async () => {
  const head =
    "POST /hasty HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{";
  expectDocumented(await rawRequest(listener.port, head), 408, "REQUEST_TIMEOUT");
});
