import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer as createSocketServer } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { waitUntil } from "../testing/wait-until.js";
import { type AddressGuard, createAddressGuard } from "./address-guard.js";
import { createGuardedAgent } from "./guarded-agent.js";
import { type Cuts, post } from "./post.js";
import type { ResolveHost } from "./resolve-host.js";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function listen(answer: RequestListener): Promise<{ port: number; requests: string[] }> {
  const requests: string[] = [];
  const server: Server = createServer((req, res) => {
    requests.push(`${req.method} ${req.headers.host} ${req.url}`);
    answer(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, requests };
}

const limits = { deadlineMilliseconds: 5_000, bodyBytes: 1_000 };

function send(url: string, { guard, deadline }: { guard?: AddressGuard; deadline?: number } = {}) {
  const agent = createGuardedAgent(guard ?? createAddressGuard({ allowPrivate: true }));
  closing.push(() => agent.destroy());
  const request = { url: new URL(url), headers: { "content-type": "application/json" }, body: "{}" };
  return post(agent, request, { ...limits, ...(deadline && { deadlineMilliseconds: deadline }) });
}

/** Takes what resolves to loopback for public, so that a test has something that it may dial. */
const pretending = (resolveHost: ResolveHost): AddressGuard => {
  const strict = createAddressGuard({ allowPrivate: false, resolveHost });
  return {
    ...strict,
    async resolve(hostname) {
      const addresses = await resolveHost(hostname);
      if (addresses.every((address) => address === "127.0.0.1")) return addresses;
      return strict.resolve(hostname);
    },
  };
};

test("an answer comes with its status, its headers and the beginning of its body", async () => {
  const { port } = await listen((_, res) => res.writeHead(202, { "x-mine": "1" }).end("Taken"));
  expect(await send(`http://127.0.0.1:${port}/a?b=1`)).toMatchObject({
    status: 202,
    headers: { "x-mine": "1" },
    body: "Taken",
    failure: null,
    timedOut: false,
  });
});

test("trust 28: what is private is not dialled, by address or by name", async () => {
  const { port, requests } = await listen((_, res) => res.end());
  const guard = createAddressGuard({ allowPrivate: false, resolveHost: async () => ["127.0.0.1"] });
  for (const host of ["127.0.0.1", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]", "rebound.example"]) {
    const { status, failure } = await send(`http://${host}:${port}/`, { guard });
    expect([status, failure]).toEqual([null, expect.stringContaining("is not a public address")]);
  }
  expect(requests).toEqual([]);
});

test("trust 29: a name is asked for once, and what was checked is what is dialled", async () => {
  const { port, requests } = await listen((_, res) => res.end());
  let asked = 0;
  const guard = pretending(async () => (++asked === 1 ? ["127.0.0.1"] : ["10.0.0.1"]));
  const first = await send(`http://rebound.example:${port}/`, { guard });
  expect(first.status).toBe(200);
  expect(asked).toBe(1);
  expect(requests).toEqual([`POST rebound.example:${port} /`]);
  const second = await send(`http://rebound.example:${port}/`, { guard });
  expect(second.failure).toContain("rebound.example leads to 10.0.0.1, which is not a public address");
  expect(requests).toHaveLength(1);
});

test.each([301, 302, 303, 307, 308])(
  "trust 30: a redirect with %i is an answer, and nothing follows it",
  async (status) => {
    const elsewhere = await listen((_, res) => res.end());
    const { port, requests } = await listen((_, res) =>
      res.writeHead(status, { location: `http://127.0.0.1:${elsewhere.port}/` }).end(),
    );
    expect((await send(`http://127.0.0.1:${port}/`)).status).toBe(status);
    expect(requests).toHaveLength(1);
    expect(elsewhere.requests).toEqual([]);
  },
);

test("trust 31: an endless answer is cut at its cap", async () => {
  let closed = false;
  const { port } = await listen((_, res) => {
    const chunk = Buffer.alloc(64 * 1024, "a");
    const more = (): void => {
      while (!res.destroyed && res.write(chunk));
    };
    res.on("drain", more).on("close", () => {
      closed = true;
    });
    more();
  });
  const outcome = await send(`http://127.0.0.1:${port}/`);
  expect(outcome).toMatchObject({ status: 200, body: "a".repeat(1_000), failure: null });
  await waitUntil(() => closed);
});

test("trust 31: a dripping answer ends with the one deadline over everything", async () => {
  const { port } = await listen((_, res) => {
    res.writeHead(200);
    const drip = setInterval(() => res.write("."), 10);
    res.on("close", () => clearInterval(drip));
  });
  const outcome = await send(`http://127.0.0.1:${port}/`, { deadline: 200 });
  expect(outcome).toMatchObject({ status: 200, timedOut: true });
  expect(outcome.failure).toContain("did not end within 0.2 s");
});

test("trust 31: a compressed bomb is not unpacked", async () => {
  const bomb = gzipSync(Buffer.alloc(10_000_000));
  const { port } = await listen((_, res) => res.writeHead(200, { "content-encoding": "gzip" }).end(bomb));
  const outcome = await send(`http://127.0.0.1:${port}/`);
  expect(outcome.status).toBe(200);
  expect(outcome.body.length).toBeLessThanOrEqual(1_000);
});

test.each(["no head at all", "half a head", "no end of the name's look-up"])(
  "trust 34: time runs out over %s",
  async (how) => {
    const server = createSocketServer((socket) => {
      socket.on("error", () => {});
      if (how === "half a head") socket.write("HTTP/1.1 200 OK\r\nx-a: ");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closing.push(() => server.close());
    const silent = createAddressGuard({ allowPrivate: true, resolveHost: () => new Promise(() => {}) });
    const host = how.startsWith("no end") ? "slow.example" : "127.0.0.1";
    const url = `http://${host}:${(server.address() as AddressInfo).port}/`;
    const outcome = await send(url, { guard: silent, deadline: 100 });
    expect(outcome).toMatchObject({ status: null, timedOut: true, failure: "No answer within 0.1 s." });
  },
);

test("trust 34: a refused, a broken and an insecure connection are told apart in words", async () => {
  const { port } = await listen((req) => req.socket.destroy());
  expect((await send(`http://127.0.0.1:${port}/`)).failure).toContain("broke the connection off");
  expect((await send(`https://127.0.0.1:${port}/`)).failure).toContain("secure connection failed");
  const closed = await listen(() => {});
  await closing.pop()?.();
  expect((await send(`http://127.0.0.1:${closed.port}/`)).failure).toContain("refused the connection");
});

test("connections are kept from one request to the next", async () => {
  const ports = new Set<number | undefined>();
  const { port } = await listen((req, res) => {
    ports.add(req.socket.remotePort);
    res.end("ok");
  });
  const agent = createGuardedAgent(createAddressGuard({ allowPrivate: true }));
  closing.push(() => agent.destroy());
  const request = { url: new URL(`http://127.0.0.1:${port}/`), headers: {}, body: "{}" };
  for (let time = 0; time < 10; time++) await post(agent, request, limits);
  // The next request comes while the connection of the one before is being put back.
  expect(ports.size).toBeLessThanOrEqual(2);
});

test("whoever stops can cut a request off", async () => {
  const { port } = await listen(() => {});
  const agent = createGuardedAgent(createAddressGuard({ allowPrivate: true }));
  closing.push(() => agent.destroy());
  const cuts: Cuts = new Set();
  const request = { url: new URL(`http://127.0.0.1:${port}/`), headers: {}, body: "{}" };
  const outcome = post(agent, request, limits, cuts);
  for (const cut of cuts) cut();
  expect(await outcome).toMatchObject({ status: null, failure: "Cut off, because the service stops." });
});
