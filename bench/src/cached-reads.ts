import { fixed, inTurns, median, milliseconds, type Row, whole } from "./measure.js";
import type { Child } from "./processes.js";
import { lineOf, load, processorSecondsOf, startTypescript, stop } from "./processes.js";
import type { Service } from "./service.js";

const connections = 64;

interface Case {
  name: string;
  path: string;
  headers: Record<string, string>;
  status: number;
}

/** Answers from the cache, against node:http that sends the very same bytes, headers included. */
export async function measureCachedReads(service: Service): Promise<Row[]> {
  const bare = startTypescript("bare-server.ts", "0");
  const { port } = JSON.parse(await lineOf(bare, /^\{/)) as { port: number };
  const rows: Row[] = [];
  try {
    for (const one of await casesOf(service)) rows.push(await measure(service, bare, port, one));
  } finally {
    await stop(bare);
  }
  return rows;
}

async function casesOf({ get }: Service): Promise<Case[]> {
  const small = "/content/bench-authors?limit=9";
  const large = "/content/small?limit=22";
  const { headers } = await get(large);
  return [
    { name: "2 KB", path: small, headers: {}, status: 200 },
    { name: "60 KB", path: large, headers: {}, status: 200 },
    { name: "60 KB as br", path: large, headers: { "accept-encoding": "br" }, status: 200 },
    { name: "60 KB as gzip", path: large, headers: { "accept-encoding": "gzip" }, status: 200 },
    { name: "304", path: large, headers: { "if-none-match": headers.get("etag") ?? "" }, status: 304 },
  ];
}

async function measure(
  service: Service,
  bare: Child,
  barePort: number,
  { name, path, headers, status }: Case,
): Promise<Row> {
  const asked = { ...service.key, ...headers };
  const whatIs = await exactly(service.port, `/api/v1${path}`, asked);
  bare.stdin.write(
    `${JSON.stringify({ status, headers: whatIs.headers, body: whatIs.body.toString("base64") })}\n`,
  );
  await lineOf(bare, /^told/);
  const order = { path: `/api/v1${path}`, headers: asked, connections, milliseconds, status };
  // Of the processor's time as well, which other work on the machine does not take away.
  const costs = { ours: [] as number[], limit: [] as number[] };
  const counted = (at: number, pid: number, cost: number[]) => async (): Promise<number> => {
    const before = processorSecondsOf(pid);
    const { perSecond, answers } = await load({ ...order, port: at });
    cost.push(((processorSecondsOf(pid) - before) * 1_000_000) / answers);
    return perSecond;
  };
  const ours = counted(service.port, service.pid, costs.ours);
  const limit = counted(barePort, bare.pid ?? 0, costs.limit);
  await ours();
  await limit();
  const { one, other, ratio, spread } = await inTurns(ours, limit);
  const [cost, least] = [median(costs.ours.slice(1)), median(costs.limit.slice(1))];
  return {
    figure: `cached answer, ${name} (${whole(whatIs.body.length)} bytes): share of bare node:http with the same bytes`,
    must: "0.80",
    aim: "0.95",
    measured: `${fixed(ratio)} (${fixed(spread[0])} to ${fixed(spread[1])}; ${whole(one)} against ${whole(other)} a second; by processor time ${fixed(least / cost)}: ${fixed(cost, 1)} against ${fixed(least, 1)} µs)`,
    isReached: ratio >= 0.8,
  };
}

/** The bytes of an answer as they are sent, without what node:http adds by itself. */
async function exactly(port: number, path: string, headers: Record<string, string>) {
  const { request } = await import("node:http");
  return new Promise<{ headers: string[]; body: Buffer }>((resolve, reject) => {
    request({ port, host: "127.0.0.1", path, headers })
      .on("error", reject)
      .on("response", (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          const kept: string[] = [];
          const added = ["date", "connection", "keep-alive"];
          for (let at = 0; at < response.rawHeaders.length; at += 2) {
            const [name = "", value = ""] = response.rawHeaders.slice(at, at + 2);
            if (!added.includes(name.toLowerCase())) kept.push(name, value);
          }
          resolve({ headers: kept, body: Buffer.concat(chunks) });
        });
      })
      .end();
  });
}
